"""Names that the lists lack: figures, terms, nicknames, particles, words that are names too."""

# "Full name:short name", of all continents. Terms of mathematics are apart.
FIGURES: dict[str, tuple[str, ...]] = {
    "scientists": (
        "Albert Einstein:Einstein", "Marie Curie:Curie", "Isaac Newton:Newton",
        "Galileo Galilei:Galileo", "Charles Darwin:Darwin", "Nikola Tesla:Tesla",
        "Jane Goodall:Goodall", "Wangari Maathai:Maathai", "Stephen Hawking:Hawking",
        "Rosalind Franklin:Franklin", "Louis Pasteur:Pasteur", "Carl Sagan:Sagan",
        "Neil deGrasse Tyson", "Mae Jemison:Jemison", "Neil Armstrong:Armstrong",
        "Sally Ride", "Yuri Gagarin:Gagarin", "C. V. Raman:Raman",
        "Abdus Salam:Abdus Salam", "Chien-Shiung Wu:Chien-Shiung Wu", "Tu Youyou:Tu Youyou",
        "Ibn al-Haytham:Ibn al-Haytham", "Avicenna", "Kalpana Chawla:Kalpana Chawla",
        "George Washington Carver:Carver", "Thomas Edison:Edison", "Alexander Graham Bell:Bell",
        "Richard Feynman:Feynman", "César Lattes:Lattes", "Luis Federico Leloir:Leloir",
        "Ellen Ochoa:Ochoa", "Mario Molina:Molina", "Bill Nye:Bill Nye",
    ),
    "mathematicians": (
        "Leonhard Euler:Euler", "Carl Friedrich Gauss:Gauss", "Srinivasa Ramanujan:Ramanujan",
        "Ada Lovelace:Ada", "Katherine Johnson:Katherine", "Emmy Noether:Noether",
        "Maryam Mirzakhani:Mirzakhani", "Al-Khwarizmi", "Hypatia", "Alan Turing:Turing",
        "Sophie Germain:Germain", "Blaise Pascal:Pascal", "Pierre de Fermat:Fermat",
        "René Descartes:Descartes", "Euclid", "Archimedes", "Brahmagupta", "Aryabhata",
        "Omar Khayyam:Khayyam", "Terence Tao:Terry Tao", "Grace Hopper:Hopper",
        "Dorothy Vaughan:Dorothy", "Benjamin Banneker:Banneker", "Florence Nightingale:Nightingale",
        "Évariste Galois:Galois", "John von Neumann:von Neumann", "Shakuntala Devi", "Zu Chongzhi",
        "Seki Takakazu:Seki", "Andrew Wiles:Wiles", "Fibonacci", "John Napier:Napier",
    ),
    "leaders": (
        "Abraham Lincoln:Lincoln", "George Washington:Washington", "Barack Obama:Obama",
        "Michelle Obama", "Nelson Mandela:Mandela", "Mahatma Gandhi:Gandhi", "Rosa Parks",
        "Cleopatra", "Julius Caesar:Caesar", "Napoleon Bonaparte:Napoleon", "Simón Bolívar:Bolívar",
        "Benito Juárez:Juárez", "Eleanor Roosevelt:Roosevelt", "Jacinda Ardern:Ardern",
        "Angela Merkel:Merkel", "Kwame Nkrumah:Nkrumah", "Haile Selassie:Selassie",
        "Genghis Khan", "Tutankhamun", "Malala Yousafzai:Malala", "Greta Thunberg:Greta",
        "Frida Kahlo:Frida", "Leonardo da Vinci:da Vinci", "Cesar Chavez:Chavez", "Harriet Tubman",
        "Winston Churchill:Churchill", "Wilma Mankiller", "Benjamin Franklin", "JFK", "Moctezuma",
    ),
    "athletes": (
        "LeBron James:LeBron", "Michael Jordan:Jordan", "Stephen Curry:Steph Curry",
        "Lionel Messi:Messi", "Cristiano Ronaldo:Ronaldo", "Kylian Mbappé:Mbappé",
        "Serena Williams:Serena", "Simone Biles:Simone", "Usain Bolt:Bolt", "Naomi Osaka:Osaka",
        "Shohei Ohtani:Ohtani", "Eliud Kipchoge:Kipchoge", "Faith Kipyegon", "Sachin Tendulkar",
        "Virat Kohli:Kohli", "MS Dhoni:Dhoni", "Son Heung-min", "Neymar", "Pelé", "Marta",
        "Mohamed Salah:Salah", "Sadio Mané", "Sam Kerr", "Cathy Freeman", "Jonah Lomu",
        "Siya Kolisi", "Megan Rapinoe:Rapinoe", "Patrick Mahomes:Mahomes", "Tom Brady:Brady",
        "Kobe Bryant:Kobe", "Caitlin Clark", "Giannis", "Muhammad Ali:Ali", "Manny Pacquiao",
        "Yao Ming", "Roger Federer:Federer", "Lewis Hamilton", "Brian Lara:Lara",
    ),
    "singers": (
        "Taylor Swift:Taylor", "Beyoncé", "Drake", "Bad Bunny", "Shakira", "Rihanna", "Adele",
        "Ed Sheeran", "Billie Eilish:Billie", "Ariana Grande:Ariana", "Justin Bieber:Bieber",
        "Bruno Mars", "Selena Gomez", "Burna Boy", "Wizkid", "Tems", "Jungkook", "Lisa", "Rosalía",
        "Karol G", "Olivia Rodrigo", "Kendrick Lamar:Kendrick", "Michael Jackson", "Bob Marley",
        "Lata Mangeshkar", "Arijit Singh", "Stromae", "Angélique Kidjo", "Lorde", "MrBeast",
        "Mozart", "Beethoven", "Fela Kuti", "Zendaya", "Dwayne Johnson", "Shah Rukh Khan",
    ),
    "authors": (
        "William Shakespeare:Shakespeare", "Roald Dahl:Dahl", "J.K. Rowling:Rowling",
        "Maya Angelou", "Toni Morrison", "Chinua Achebe:Achebe", "Chimamanda Ngozi Adichie",
        "Gabriel García Márquez", "Pablo Neruda:Neruda", "Rabindranath Tagore:Tagore",
        "Haruki Murakami", "Beatrix Potter", "Mark Twain", "Jane Austen:Austen", "Lewis Carroll",
        "Jorge Luis Borges:Borges", "Homer", "Rumi", "Confucius", "Aristotle", "Plato", "Socrates",
        "Jeff Kinney", "Rick Riordan", "Sandra Cisneros", "Witi Ihimaera", "Picasso",
    ),
    "heroes": (
        "Harry Potter:Harry", "Hermione Granger:Hermione", "Spider-Man", "Batman", "Superman",
        "Wonder Woman", "Elsa", "Moana", "Mulan", "Shrek", "SpongeBob", "Pikachu", "Mario",
        "Luigi", "Sonic", "Naruto", "Goku", "Luffy", "Percy Jackson:Percy", "Katniss", "Frodo",
        "Gandalf", "Dumbledore", "Voldemort", "Sherlock Holmes:Sherlock", "Matilda", "Willy Wonka",
        "Darth Vader", "Yoda", "Luke Skywalker", "Peppa Pig", "Dora", "Bluey", "Simba", "Nemo",
        "Buzz Lightyear", "Cinderella", "Snow White", "Robin Hood", "Hercules", "Anansi", "Zeus",
        "Thor", "Winnie the Pooh", "Doraemon", "Totoro", "T'Challa",
        "Miles Morales", "Mirabel", "Wednesday Addams", "Sun Wukong",
    ),
}  # fmt: skip

# "Name|rest of the term"; what stands before ^ comes before the name.
MATH_TERMS: tuple[str, ...] = (
    "Pythagoras|' theorem", "Pythagoras|'s theorem", "Pythagoras|' rule", "Pascal|'s triangle",
    "Pascal| triangle", "Euler|'s formula", "Euler|'s number", "Euler| path", "Gauss|'s trick",
    "Gauss|' method", "Gauss| sum", "Fibonacci| sequence", "Fibonacci| numbers",
    "Fibonacci| spiral", "Riemann| sum", "Riemann| sums", "Venn| diagram", "Venn| diagrams",
    "Napier|'s bones", "Descartes|' rule of signs", "L'Hopital|'s rule", "L'Hôpital|'s Rule",
    "Bayes|' theorem", "Bayes|' rule", "Fermat|'s little theorem", "Fermat|'s last theorem",
    "Heron|'s formula", "Hero|'s formula", "Euclid|'s algorithm", "Euclid|'s proof",
    "Eratosthenes|sieve of ^", "Eratosthenes|the sieve of ^", "Archimedes|' principle",
    "Möbius| strip", "Mobius| strip", "Sierpinski| triangle", "Koch| snowflake",
    "Mandelbrot| set", "Hilbert|'s hotel", "Cantor| set", "Turing| machine", "Markov| chain",
    "Poisson| distribution", "Bernoulli| trial", "Simpson|'s rule", "Simpson|'s paradox",
    "Newton|'s method", "Newton|'s second law", "Taylor| series", "Maclaurin| series",
    "Fourier| series", "Laplace| transform", "Lagrange| multipliers", "Ptolemy|'s theorem",
    "Thales|' theorem", "Thales|'s theorem", "Vieta|'s formulas", "Horner|'s method",
    "Cramer|'s rule", "De Morgan|'s laws", "De Moivre|'s theorem", "Ceva|'s theorem",
    "Goldbach|'s conjecture", "Collatz| conjecture", "Kaprekar|'s constant", "Ramanujan| number",
    "Brahmagupta|'s formula", "Pick|'s theorem", "Rolle|'s theorem", "Argand| diagram",
    "Green|'s theorem", "Stokes|' theorem", "Zeno|'s paradox", "Dijkstra|'s algorithm",
    "Benford|'s law", "Penrose| tiles", "Carroll| diagram", "Punnett| square",
    "Gauss| elimination", "Jordan| curve", "Cavalieri|'s principle", "Cartan|'s formula",
    "Apollonius|circle of ^", "Hypatia|'s cone", "Al-Khwarizmi|'s method", "Monty Hall| problem",
    "Ruffini|'s rule", "Bezout|'s identity", "Wilson|'s theorem", "Stirling|'s formula",
)  # fmt: skip

# Those that stand for their theorem without the rest of the term.
TERM_NAMES: tuple[str, ...] = (
    "Pythagoras", "Pythagoras", "Pythagoras", "Pascal", "Euler", "Gauss", "Heron", "Bayes",
    "Euclid", "Fermat", "Thales", "Vieta", "Cramer", "Newton", "Descartes", "L'Hopital",
    "Ptolemy", "De Moivre", "Riemann", "Fibonacci", "Horner", "Simpson", "Ceva",
)  # fmt: skip

NICKNAMES: tuple[str, ...] = (
    "Bubba", "Mikey", "Lulu", "T-Bone", "Big Mike", "Coco", "Ziggy", "Junior", "Ace", "Tre",
    "Nena", "Chuy", "Pepe", "Beto", "Lupita", "Nacho", "Kiki", "Didi", "Jojo", "Momo", "Bibi",
    "Fifi", "Toto", "Lala", "Mimi", "Nini", "Zizi", "Bobo", "Titi", "Gigi", "Deedee", "Bee",
    "Dani", "Manny", "Ozzy", "Izzy", "Fitz", "Sully", "Murph", "Mac", "Tay", "Key", "Bre", "Dre",
    "Shay", "Tink", "Peanut", "Bean", "Duck", "Bear", "Red", "Slim", "Smiley", "Boogie", "Tank",
    "Moose", "Cookie", "Peaches", "Sunshine", "Champ", "Ike", "Bash", "Sasha", "Vova", "Kolya",
    "Misha", "Zhenya", "Xiao Mei", "Ah Boy", "Xiao Li", "Babu", "Chintu", "Pinky", "Guddu", "Raju",
    "Inday", "Boyet", "Jun-Jun", "Bongbong", "Kwasi", "Kofi", "Ama", "Tunde", "Chichi", "Emeka",
    "Abdi", "Hamoudi", "Abu Bakr", "Mo", "Zee", "Yaya", "Nana", "Pip", "Kit", "Tilly", "Bertie",
    "Archie", "Alfie", "Teddy", "Paddy", "Mick", "Seanie", "Hamish", "Robbo", "Dazza", "Shaz",
    "Gazza", "Kev", "Baz", "Jaz", "Maz", "Taz", "AJ", "CJ", "DJ", "JJ", "TJ", "RJ", "PJ", "MJ",
    "KC", "BB", "Quan", "Quay", "Man-Man", "Pooh", "Nuk", "Woo", "Bri", "Nay Nay", "Tee Tee",
)  # fmt: skip

SCRIPTS: tuple[str, ...] = (
    "Саша", "Оксана", "Дмитрий", "Ирина", "Володимир", "Анна", "Георги", "Милица", "Αλέξανδρος",
    "Ελένη", "Γιώργος", "محمد", "فاطمة", "يوسف", "مريم", "علی", "زهرا", "דוד", "נועה", "יעל",
    "प्रिया", "अर्जुन", "आरव", "সুমাইয়া", "রহিম", "ਗੁਰਪ੍ਰੀਤ", "தமிழ்", "முருகன்", "సాయి", "ಅನಿಲ್",
    "王伟", "李娜", "陈明", "小明", "張美玲", "美咲", "翔太", "さくら", "田中", "健", "민준",
    "서연", "지우", "김하늘", "สมชาย", "มาลี", "გიორგი", "ნინო", "Արամ", "Անի", "አበበ", "ሰላም",
    "Đức", "Nguyễn", "Żaneta", "Łukasz", "Øystein", "Þórdís", "Ñusta", "Çağla", "Şebnem", "Ángel",
    "Zoë", "François", "Søren", "Jürgen", "Ōno", "Kāne", "Ngaio", "'Okalani", "Nuñez", "Begoña",
)  # fmt: skip

PARTICLES: tuple[str, ...] = (
    "van der ", "van den ", "van ", "von ", "de la ", "de los ", "de ", "del ", "da ", "di ",
    "bin ", "binti ", "ibn ", "al-", "El-", "el ", "Abu ", "ben ", "Ó ", "Ní ", "Mac", "Mc", "O'",
    "D'", "L'", "Le ", "La ", "St. ", "ter ", "ap ", "Ben ",
)  # fmt: skip

DOUBLE_GIVEN: tuple[str, ...] = (
    "Wei Ling", "Xiao Ming", "Mei-Ling", "Ji-woo", "Min-jun", "Seo Yeon", "Thi Lan", "Van Minh",
    "Thanh Ha", "Hoang Anh", "Mary Jane", "Mary Ann", "Ana Maria", "José Luis", "Juan Carlos",
    "María José", "Jean-Pierre", "Marie-Claire", "Anne Marie", "Abdul Rahman", "Mohammed Ali",
    "Nii Armah", "Nana Ama", "Chidi Okechukwu", "Sri Devi", "Ram Prasad", "Kai Xin", "Jia Hui",
    "Yu Na", "Ha Eun", "Princess Joy", "John Paul", "Billy Ray", "Sarah Beth", "Lee Ann",
)  # fmt: skip

# First names that are words too; `lookalikes` has the same words as words.
WORD_NAMES: tuple[str, ...] = (
    "Will", "Mark", "Hope", "Grace", "Rose", "Faith", "Joy", "Bill", "Jack", "Penny", "Rich",
    "Frank", "Grant", "Chase", "Art", "Gene", "Dean", "Miles", "Ray", "Max", "Norm", "Tan", "Sol",
    "May", "June", "April", "August", "Drew", "Pat", "Rob", "Sue", "Guy", "Chance", "Chip", "Cliff",
    "Dale", "Dawn", "Destiny", "Eve", "Gale", "Ginger", "Harmony", "Hunter", "Iris", "Ivy", "Jade",
    "Jasmine", "Jay", "Josh", "King", "Lance", "Lily", "Major", "Melody", "Mercy", "Olive", "Pearl",
    "Pierce", "Precious", "Prince", "Princess", "Reed", "River", "Robin", "Royal", "Ruby", "Sage",
    "Sandy", "Sky", "Star", "Stone", "Summer", "Autumn", "Trinity", "Victor", "Ward", "Wade",
    "Angel", "Bishop", "Blue", "Brook", "Buck", "Carol", "Charity", "Christian", "Clay", "Cole",
    "Crystal", "Daisy", "Earnest", "Ernest", "Forest", "Foster", "Gray", "Heather", "Heaven",
    "Herb", "Holly", "Honor", "Justice", "Kitty", "Lane", "Mason", "Messiah", "Nick", "Noble",
    "Page", "Paris", "Peg", "Porter", "Presley", "Ridge", "Rusty", "Skip", "Sterling", "Storm",
    "Sunny", "Tanner", "Taylor", "Terry", "True", "Tucker", "Violet", "Warren", "West", "Willow",
    "Winter", "Woody", "Zion", "Genesis", "Trace", "Cash", "Beau", "Case", "Chuck", "Don", "Ted",
    "Sigma", "Delta", "Alpha", "Ada", "Van", "Les", "Moe", "Mina", "Min", "Kim", "Su", "Ying",
    "Bay", "Sun", "Binh", "Nova", "Rod", "Tad",
)  # fmt: skip

ORGANISATIONS: tuple[str, ...] = (
    "Google", "Desmos", "Zoom", "Chrome", "Khan Academy", "Zearn", "IXL", "Kahoot", "Quizlet",
    "Canvas", "Google Classroom", "Teams", "Microsoft", "Apple", "Amazon", "Netflix", "YouTube",
    "TikTok", "Instagram", "Snapchat", "Discord", "Roblox", "Minecraft", "Fortnite", "Nintendo",
    "Xbox", "PlayStation", "iPad", "iPhone", "Samsung", "Nike", "Adidas", "Walmart", "Target",
    "Costco", "Tesco", "IKEA", "McDonald's", "Burger King", "Subway", "Starbucks", "Wendy's",
    "Domino's", "Chick-fil-A", "Pepsi", "Coca-Cola", "Skittles", "M&Ms", "Oreo", "KitKat", "Lego",
    "Barbie", "Hot Wheels", "Pokémon", "Uber", "Tesla", "Toyota", "Ford", "Honda", "NASA", "FIFA",
    "NBA", "NFL", "UNICEF", "Lakers", "Warriors", "Yankees", "Cowboys", "Arsenal", "Real Madrid",
    "Barcelona FC", "Disney", "Marvel", "Duolingo", "Photomath", "GeoGebra", "ClassDojo", "Seesaw",
    "Nearpod", "Pear Deck", "Edpuzzle", "Blooket", "Gimkit", "Prodigy", "Brainly", "Chegg",
    "Wolfram Alpha", "ChatGPT", "Wikipedia", "Expedia", "Spotify", "WhatsApp", "Facebook",
    "Jumia", "M-Pesa", "Grab", "Shopee", "Tata", "Flipkart", "Woolworths", "Tim Hortons",
)  # fmt: skip

PLACES: tuple[str, ...] = (
    "Nile", "Nile River", "Amazon", "Mississippi", "Mississippi River", "Ganges", "Danube",
    "Congo River", "Lake Victoria", "Lake Michigan", "Lake Superior", "Mount Everest", "Everest",
    "Kilimanjaro", "Mount Fuji", "Mount Rushmore", "Grand Canyon", "Eiffel Tower", "Big Ben",
    "Statue of Liberty", "Great Wall of China", "Taj Mahal", "Sahara", "Sahara Desert", "Andes",
    "Rocky Mountains", "Himalayas", "Pacific Ocean", "Atlantic", "Golden Gate Bridge",
    "Empire State Building", "Burj Khalifa", "Niagara Falls", "Victoria Falls", "Times Square",
    "Central Park", "Death Valley", "Yellowstone", "Great Barrier Reef", "Uluru", "Machu Picchu",
    "Angel Falls", "Sydney Opera House", "Mount Kenya", "Bosphorus", "Red Sea", "Dead Sea",
)  # fmt: skip

NATIONALITIES: tuple[str, ...] = tuple(
    "Mexican Nigerian Korean Muslim Catholic Brazilian Vietnamese Somali Jewish Hindu Filipino "
    "Jamaican Polish Turkish Canadian Haitian Sikh Chinese Ethiopian Peruvian Samoan Navajo "
    "Egyptian Pakistani Ukrainian Colombian Kenyan Buddhist Syrian Dominican Cuban Irish".split()
)
