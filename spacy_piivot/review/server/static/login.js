// Lets somebody in who has the password.

const form = document.getElementById("login");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const response = await fetch("/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ reviewer: fields.get("reviewer"), password: fields.get("password") }),
  });
  if (response.ok) location.assign("/");
  else document.getElementById("login-said").textContent = (await response.json()).error;
});
