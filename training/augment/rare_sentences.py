"""Exchanges of our own with rare labels: how people in lessons ask for, type and say them."""

import random
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from training.augment import rare_values as values
from training.augment.name_pool import NamePool
from training.labelled import Gold, Labelled

SPLITS = ("train", "dev", "test")


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines() if line.strip())


# A line is an exchange, " // " parts its turns. "T:" is the tutor or teacher, "S:" (or nothing) a
# student, "P:" a parent. {slot}: a new value; {~slot}: the last value of the slot with a slip in
# it, so that the next one is the right one; {=slot}: the last value again. Slots: `_SLOTS`.
TEMPLATES: dict[str, tuple[str, ...]] = {
    "email": _lines(
        """
        my email is {email}
        My email is {email}.
        its {email}
        {email}
        {email} is my email
        {email} thats my school one
        can u send it to {email}
        Could you send the worksheet to {email}, please?
        just email me at {email} ok
        You can email me: {email}
        here u go: {email}
        T: what's your email? // S: {email}
        T: What email should I use? // S: {email} // T: Got it, thanks!
        T: Can I get an e-mail address for the account? // S: sure // S: {email}
        T: Is {~email} right? // S: no its {email}
        T: I have {email} on file, is that still good? // S: yes
        {~email} oops i mean {email}
        {~email} wait no // {email}
        my gmail is {email} and my school email is {email}
        my moms email is {email} she checks it at night
        P: This is {f}'s mother. Please write to me at {email}.
        P: Hello, I am {full}, {f}'s dad. My email: {email}
        dont use that one use {email} instead
        i logged in with {email} and it says wrong password
        it wont let me share it with {email}
        can you add {email} to the doc
        add {f} too, {email}
        T: I shared it with {email}. Do you see it?
        T: Please send your work to {email} before Friday.
        T: If you have questions after class, I'm at {email}.
        T: My address is {email}, write any time.
        T: cc your advisor ({email}) as well.
        contact ({email}) if it breaks
        i already sent it to {email} yesterday
        email: {email}
        Email - {email}
        e-mail:{email}
        {f}: {email}, {f}: {email}
        T: Which one is yours? // S: {email} // S: the other one is my sisters
        T: ok type your email in the chat // S: {email} // S: did u get it
        it's {email}, all lowercase
        {email} no dots
        my email got hacked so now its {email}
        the invite went to {email} but i cant open it on that one
        is {email} your email or somebody elses
        so 3/4 is bigger?? also my new email is {email}
        T: {email}? // S: yep thats me
        pls send the recording, {email}
        i'll write it here {email}
        "{email}" that's what it says on the card
        From: {email}
        S: {email} // T: {=email}, got it
        email:{email} phone:{phone}
        i want to change my email to {email}
        {email} is bouncing, try {email}
        T: Is that {email} with a dot? // S: yes
        {f} said to send it to {email}
        my old email was {email}
        it says {email} is already taken
        T: Reset link sent to {email}.
        forward it to {email} and {email}
        my dad wants a copy too {email}
        T: Sincerely, {full}, {email}
        """
    ),
    "email_said": _lines(
        """
        It's {said_email}.
        T: What's your e-mail? // S: Um, {said_email}.
        My mom's is {said_email}.
        You can send it to {said_email}.
        T: So that's {said_email}, right? // S: Yeah.
        {said_email}, I think.
        T: Send it to me, {said_email}.
        T: Say it slowly. // S: Okay. {said_email}.
        No, no, it's {said_email}, with a K.
        T: Write this down, everybody: {said_email}.
        uh my email is like {said_email}
        Can you mail it to my dad, {said_email}?
        Oh wait, that's the old one, it's {said_email}.
        T: Email me, okay? {said_email}. // S: Okay.
        T: I'll spell it. {said_email}.
        Put my mom's, {said_email}.
        P: You have it as {said_email}, yes?
        T: And the e-mail is? // S: {said_email}.
        It's my first name, so {said_email}.
        Log me in with {said_email}.
        T: {f}, what's your school email? // S: {said_email}
        I sign in with {said_email}.
        P: The best address is {said_email}.
        """
    ),
    "handle": _lines(
        """
        my {app} is {handle}
        my {app} is {handle} add me
        follow me on {app} {handle}
        follow me on {app}, it's {handle}
        add me on {app}: {handle}
        {handle} on {app}
        {app}: {handle}
        im {handle} on {app}
        i'm {handle} in the game
        my user on {app} is {handle}
        my username there is {handle}
        {app} username: {handle}
        gamertag {handle}
        my gamertag is {handle} if u wanna play later
        do u have {app}? im {handle}
        whats ur {app} // mine is {handle}
        whats ur {app} // {handle}
        T: what's your {app}? // S: {handle}
        T: Which user are you on {app}? // S: {handle}
        he posts the answers on {app} hes {handle}
        check out {handle} on {app} she explains fractions
        {f} is {handle} on there
        {f}'s {app} is {handle} not {handle}
        {handle} is my brother lol
        i saw it on {handle}'s page
        dm me {handle}
        dm {handle} she has the notes
        tag me {handle}
        subscribe to {handle} pls
        i made a new account {handle}
        my new one is {handle} i forgot the password to {~handle}
        T: Let's not share handles here, {handle}.
        T: I post extra problems on {app}, {handle}.
        T: You can find me on {app} as {handle}.
        T: Follow {handle} for more tips.
        add me its {handle}
        snap me {handle}
        ig {handle}
        insta {handle}
        tiktok is {handle} lol
        my twitter's {handle}
        her {app} is {handle}, his is {handle}
        ok so i got 12, also my {app} is {handle}
        brb // {handle} add me there instead
        shoutout to {handle} for the help
        credit: {handle}
        i go by {handle} online
        {handle} ← thats me
        search {handle}
        thats not me im {handle}
        im not {~handle} im {handle}
        the server is called math help, ping {handle}
        """
    ),
    "url": _lines(
        """
        here is the link {url}
        Here's the link: {url}
        {url}
        go to {url}
        T: Go to {url} and click on lesson 3.
        T: Please open {url}
        T: Everybody type in {url}. // S: it says page not found
        T: The notes are at {url}.
        T: I put the slides up, {url}
        my website is {url}
        i made a website {url} for my project
        i have a youtube channel {url}
        my portfolio: {url}
        check my blog {url}
        can u open this {url}
        can you see my doc {url}
        i did it here {url} is it right
        {url} this is the one i used
        i found the answer on {url}
        is it {url}?
        T: Join here: {url} // S: ok joining
        T: Our meeting link is {url}
        join my zoom {url}
        T: We meet at {url} every Thursday.
        T: what site are you on? // S: {url}
        T: Can you share the link? // S: {url} // T: Thanks, it works.
        the teacher gave us {url} for homework
        its on my moms business page {url}
        our school site is {url}
        look at {url} (its my drawing)
        (see {url})
        see {url}.
        {url} <- click that
        {url} and {url} both dont work
        not {~url}, {url}
        T: Try {url}, does it load now?
        T: sign up at {url} before next week
        I uploaded my work to {url}
        my code is at {url}
        watch this {url} he explains it better
        T: The recording is at {url}, it stays up for a week.
        it redirects me to {url} and then nothing
        P: I saw on {url} that you teach on Saturdays?
        T: You can book the next lesson at {url}.
        {f} sent me {url}
        this is the graph i made {url}
        i cant open {url} on my chromebook
        link: {url}
        Website: {url}
        y = 2x + 1 here {url}
        """
    ),
    "phone": _lines(
        """
        my number is {phone}
        My phone number is {phone}.
        my # is {phone}
        my cell is {phone}
        {phone}
        {phone} thats my moms
        call me at {phone}
        call {phone}.
        call my mom {phone}
        text me {phone}
        text me at {phone} if the class is cancelled
        u can text {phone}
        ph: {phone}
        phone: {phone}
        Phone - {phone}
        Tel. {phone}
        Tel: {phone} / {phone}
        cell {phone} home {phone}
        T: What's a good number to reach your parents? // S: {phone}
        T: phone number? // S: {phone}
        T: Can I have your phone number for the form? // S: its {phone}
        T: What is your dad's number? // S: {phone} i think
        T: I have {~phone}, is that right? // S: no it's {phone} now
        T: Is this still your number, {phone}? // S: yes
        {~phone} no wait its {phone}
        {~phone}. sorry, {phone}
        my moms number is {phone} and my dads is {phone}
        her number is {phone}
        whatsapp me on {phone}
        my {app} number is {phone}
        {f}'s mom is {phone}
        you can reach my grandma at {phone}
        P: Please call me on {phone} after 6.
        P: You can reach me at {phone}. This is {f}'s dad.
        P: Hi, {full} here, my mobile is {phone}.
        T: The office number is {phone}.
        T: My number is {phone}, text me if you're late.
        T: If the connection drops, call {phone}.
        T: Please have your mom call us at {phone}.
        i got a call from {phone} is that u
        is it {phone}?
        someone keeps calling me from {phone}
        emergency contact {phone}
        in case of emergency: {full}, {phone}
        my number ({phone}) changed
        call ({phone}) or email me
        ok the answer is 24. also my phone is {phone}
        number 5 is 17. my number is {phone}
        dont call {phone} its disconnected
        {phone} is the home phone
        new phone who dis lol its {f} {phone}
        {phone} {f}
        send the code to {phone}
        it sent a text to {phone} but thats my old phone
        first part {phone_head} // {phone_tail}
        {phone_head} // {phone_tail} // thats it
        T: {phone}? // S: yep
        {phone} // T: {=phone}, thank you
        {phone} // T: Let me read that back, {=phone}. // S: right
        phone:{phone}
        call{phone}
        T: If you get lost call the front desk, {phone}.
        my dads work phone is {phone}
        {f} changed her number to {phone}
        can u call my house {phone}
        it's {phone}, extension on the wall
        P: My wife's cell is {phone}, mine is {phone}.
        the flyer says {phone}
        ☎️ {phone}
        📱{phone}
        T: Text STOP to {phone} if you don't want reminders.
        they told me to ring {phone}
        """
    ),
    "phone_said": _lines(
        """
        It's {said_phone}.
        T: What's your mom's number? // S: {said_phone}.
        T: What's the number? // S: Um, {said_phone}.
        My number is {said_phone}.
        {said_phone}.
        T: So {said_phone}. // S: Yes.
        T: The office is {said_phone}, ask for Ms. {s}.
        Call my dad, {said_phone}.
        I know it by heart, {said_phone}.
        T: Okay, read it to me. // S: {said_phone}. // T: Thank you.
        No, it's {said_phone}, it changed.
        my moms number is {said_phone}
        P: You can call me on {said_phone}.
        """
    ),
    "id": _lines(
        """
        my student id is {id}
        My student ID is {id}.
        student id {id}
        Student ID: {id}
        ID: {id}
        id # {id}
        id #{id}
        my id is {id}
        {code}
        {id} is my id
        its {code}
        it's {code}, with a dash i think
        T: what's your student id? // S: {id}
        T: Can you give me your student number? // S: {id}
        T: ID number? // S: {id} // T: thank you
        T: What's the session code? // S: it says {id}
        T: The session number is {id}, keep it.
        T: Your session ID is {id}. You'll need it to rejoin.
        T: Is your account still {~id}? // S: no {id}
        {~code} wait no {code}
        {~code} // sorry {code}
        my lunch number is {id}
        my locker is number {id}
        my library card is {id}
        lunch pin number {id}
        bus pass {id}
        badge number {id}
        T: My badge number is {id} if the office asks.
        T: Your order number is {id}.
        T: I opened a ticket for it, case number {id}.
        my account number is {id}
        account {id} says it expired
        customer number {id}
        P: Our family account is {id}.
        P: My reference number is {id}, I paid last week.
        P: {f}'s student number is {id}.
        the card says {id}
        user id {id}
        user {id} cant log in
        my user number is {id} not {id}
        it says session {id} has ended
        this is from session {id}
        SID {id}
        sid: {id}
        roll no {id}
        roll number {id}
        my candidate number is {id}
        registration no. {id}
        admission number {id}
        T: {full}, ID {id}, is that you? // S: yes
        {full} {id}
        {full}, {id}
        my member number is {id}
        membership {id}
        mine is {id} and {f}'s is {id}
        the code on my card is {id}
        T: Put {id} where it asks for your number.
        hi im {f}, {id}
        i typed {id} and it says invalid id
        is it {code}?
        ok so x = 7. and my student number is {id}
        (id {id})
        my id ({id}) doesnt work
        T: ticket {id}, right?
        confirmation number {id}
        S: {code} // T: {=code}, thanks
        {id} is my id // T: I see {=id} here. // S: yes thats mine
        id:{id}
        #{code}
        ID no. {id}
        my school number is {id}
        my testing number is {id}
        T: Enter the code {code} on your tablet.
        the sticker on my laptop says {code}
        T: The class code is {code}.
        class code {code}
        my usn is {id}
        my pupil number is {id}
        my exam number is {id}
        serial {code}
        my case number is {id}
        T: Room code {code}. // S: im in
        meeting id {id}
        P: Invoice {code} was paid on {date}.
        P: Order {code} hasn't arrived.
        it printed {code} on top of my test
        my scantron says {id} for student number
        my ticket number is {id}
        T: You're registered under {code}.
        T: account number? // S: {id}
        my device id is {code}
        {f} has {code} and i have {code}
        T: Reference {code}.
        """
    ),
    "login": _lines(
        """
        my login is {login}
        my user name is {login}
        T: What's your login? // S: {login}
        T: Log in as {login}. // S: ok
        T: Your user name is {login}, all lower case.
        i log in with {login}
        i cant log in as {login}
        it says {login} doesnt exist
        T: Type {login}. // S: Which password?
        user: {login}
        mine is {login} for the school site
        {f}'s login is {login}
        login {login} doesnt work
        the school portal says my user name is {login}
        i tried {login} and {login} and none of them work on the school site
        T: For the math site your login is {login}.
        T: Sign in with {login} and your birthday. // S: im in
        it wont take {login}
        my portal login is {login}
        P: Her login for the homework site is {login}.
        it says unknown user {login}
        S: {login} // T: Now the password.
        T: New accounts: {f} is {login}, {f} is {login}.
        my chromebook login is {login}
        i logged in as {login} by accident
        the learning site calls me {login}
        T: Who is {login}? // S: me
        {login} is logged out again
        """
    ),
    "id_said": _lines(
        """
        It's {said_id}.
        T: What's your student number? // S: {said_id}.
        T: Read me the number on your card. // S: {said_id}.
        My lunch number is {said_id}.
        T: Your code is {said_id}. // S: Okay.
        My ID is {said_id}.
        T: So account {said_id}, yes? // S: Yes.
        Student number {said_id}.
        T: The session code is {said_id}.
        my id is {said_id}
        T: Scan it or say it. // S: {said_id}.
        It says {said_id} on the back.
        T: What does the card say? // S: {said_id}.
        No, {said_id}. You had the last one wrong.
        T: Badge {said_id}. Whose is this?
        P: The account number is {said_id}.
        """
    ),
    "birthday": _lines(
        """
        my birthday is {bday}
        My birthday is {bday}.
        my bday is {bday}
        my b-day is {bday}
        i was born on {dob}
        I was born {dob}.
        i was born {dob}
        born {dob}
        dob {dob}
        DOB: {dob}
        d.o.b. {dob}
        date of birth {dob}
        Date of birth: {dob}
        {dob} is my birthday
        {dob} thats my bday
        T: and your birthday? // S: {dob}
        T: When's your birthday? // S: {bday}
        T: when is your birthday // S: {bday} // T: oh that's soon!
        T: What is your date of birth? // S: {dob}
        T: dob? // S: {dob}
        T: And when were you born? // S: {dob}
        T: birthday please // S: {bday}
        T: Your date of birth is {~dob}? // S: no {dob}
        it's my birthday {near_bday}
        its my birthday {near_bday}!!
        my birthday is {near_bday}
        My birthday was {near_bday}.
        i turn {age} {near_bday}
        im turning {age} on {bday}
        I turn {age} on {bday}.
        i'll be {age} on {bday}
        {near_bday} is my birthday
        guess what {near_bday} is my birthday
        its {f}'s birthday {near_bday}
        {f}'s birthday is {bday}
        my sister was born on {dob}
        my moms birthday is {bday}
        me and {f} have the same birthday {bday}
        our birthdays are {bday} and {bday}
        my brother turns {age} {near_bday}
        P: {f} was born on {dob}.
        P: {f}'s date of birth is {dob}.
        P: His birthday is {bday}, he will be {age}.
        T: Happy birthday! // S: its not till {bday}
        T: My birthday is {bday} too!
        T: It says here you were born {dob}. // S: yes
        my birthday isnt {~bday} its {bday}
        {~dob} no wait {dob} is my birthday
        the password was my birthday {dob}
        it wants my birthday // {dob}
        im a leo my bday is {bday}
        my birthday ({bday}) is on a weekend
        since im born {dob} im the oldest
        i got it for my birthday, {bday}
        party is on my birthday {bday} u should come
        dob:{dob}
        b. {dob}
        bday {bday}
        birthdate {dob}
        T: {f}, your birthday is {bday}, right? // S: yes
        T: Birth date? // S: {~dob} // S: sorry {dob}
        my twin and i were born {dob}
        🎂 {bday} 🎂
        T: I need your date of birth for the account. // S: {dob}
        im younger than {f} cuz i was born {dob}
        im officially {age} {near_bday}!!
        P: She was born on {dob}, so she is the youngest in class.
        my baby sister was born {near_bday}
        my moms bday is {near_bday} so i have to leave early
        happy birthday to me {near_bday}
        its not my real birthday but the site thinks its {dob}
        T: What's special about {bday}? // S: its my birthday
        my dogs birthday is in may but mine is {bday}
        """
    ),
    "birthday_said": _lines(
        """
        It's {said_bday}.
        My birthday is {said_bday}.
        T: When's your birthday? // S: {said_bday}.
        T: When's your birthday, {f}? // S: {said_bday}.
        T: Whose birthday is next? // S: Mine, {said_bday}.
        I was born on {said_bday}.
        My birthday's {said_bday} and his is {said_bday}.
        T: My birthday is {said_bday}, so what's the probability?
        Mine's {said_bday}.
        T: And you were born? // S: {said_bday}.
        {f}'s birthday is {said_bday}.
        T: Anybody born on {said_bday}? // S: Me!
        """
    ),
    "date": _lines(
        """
        the test is on {date}
        The test is on {date}.
        T: The quiz is {date}.
        T: The homework is due {date}.
        its due {date}
        T: Next session is {date} at 4. // S: ok
        T: See you on {date}!
        see u {date}
        can we meet on {date}
        can we move it to {date}
        i cant come {date} i have a game
        i was absent on {date}
        T: when is your exam? // S: {date}
        T: What day works for you? // S: {date} // T: Perfect.
        T: {date} works for me.
        on {date} or on {date}?
        not on {~date}, on {date}
        we go back to school on {date}
        our field trip is {date}
        T: Spring break starts {date}.
        we started this on {date}
        P: We are away until {date}.
        P: {f} will miss the class on {date}, sorry.
        i took the pretest {date}
        the final is {date} and the midterm was {date}
        Date: {date}
        Today is {date}.
        T: Today is {date}, so write it at the top.
        the last day is {date}
        my recital is {date}
        my soccer game is on {date}
        i moved here on {date}
        i broke my arm on {date}
        deadline: {date}
        T: Let's reschedule for {date}, okay {f}?
        T: I'm out from {date} to {date}.
        ok ill do it by {date}
        T: as of {date} you have 3 missing assignments
        by {date} pls
        (due {date})
        T: Lesson recap {date}:
        T: mark your calendars, {date}
        science fair {date}
        P: Can we reschedule from {date} to {date}?
        we have no school {date}
        i get my braces off {date}
        my flight is {date}
        T: Office hours on {date} only.
        meet u {date} same time
        T: The contest is {date}, sign up by {date}.
        S: {date} i have dentist
        is the quiz on {date} or next week
        the worksheet says {date} at the top
        i submitted it {date}
        posted {date}
        """
    ),
    "date_said": _lines(
        """
        T: The test is on {said_date}.
        T: Field trip forms are due {said_date}.
        It's on {said_date}.
        T: What's today's date? // S: {said_date}.
        T: Today is {said_date}.
        We came here on {said_date}.
        T: We'll finish this unit by {said_date}.
        My game is on {said_date}.
        T: State testing starts {said_date}, everybody.
        T: Picture day is {said_date}.
        We're leaving on {said_date}.
        T: Who remembers what happens on {said_date}?
        My cousin's wedding is on {said_date}.
        T: No school on {said_date}.
        T: The project is due {said_date}, no excuses.
        I was absent on {said_date}.
        T: Our next lesson is {said_date}, okay?
        I think it was {said_date}.
        Can we do {said_date} instead?
        T: Permission slips by {said_date}, please.
        """
    ),
    "age": _lines(
        """
        im {age}
        I'm {age}.
        i'm {age} years old
        I am {age} years old.
        im {age} yrs old
        im {age} y/o
        {age} years old
        im only {age}
        i am {age} lol
        T: how old are you? // S: {age}
        T: How old are you? // S: I'm {age}
        T: How old are you, {f}? // S: {age}
        T: age? // S: {age}
        T: and how old is your sister? // S: {age}
        age: {age}
        Age {age}
        my name is {f} and im {age}
        hi im {f}, {age} years old, from {p}
        i just turned {age}
        i turned {age} last week
        im turning {age} soon
        i'm almost {age}
        im gonna be {age} in summer
        my brother is {age}
        my little sister is {age} and she can do this
        my mom is {adult}
        my dad is {adult} and he doesnt get it either
        my grandma is {adult} years old
        my cousin {f} is {age}
        {f} is {age} and i'm {age}
        T: I'm {adult} and I still use my fingers.
        T: You're only {age} and you know this? Impressive!
        T: I have a {age} year old at home.
        P: {f} is {age} years old.
        P: She is {age} and she loves math.
        P: My son is {age}, he needs help with fractions.
        P: My daughter ({age}) is shy.
        P: I have two kids, {age} and {age}.
        i was {age} when we moved
        when i was {age} i lived in {p}
        i started when i was {age}
        no im {age} not {~age}
        im not {~age} im {age}
        T: Aren't you {~age}? // S: nope {age}
        the answer is 40. btw im {age} so this is hard
        im {age} how old are u
        bro im {age}
        im {age}m
        {age} f from {p}
        my tutor said i cant have {app} cuz im {age}
        im {age} turning {age}
        my big bro is {adult}
        her son is {age}
        my dog is old but im {age}
        T: I'm {adult}, so that was a long time ago.
        you have to be older and im {age}
        i've been doing math since i was {age}
        me and {f} are both {age}
        im the oldest im {age}
        hola im {f} tengo {age}
        he's {age} and shes {age}
        T: Wow, you're {age}? // S: yep
        T: And your age? // S: just turned {age}
        the twins are {age}
        i feel like im {adult} lol
        i cant believe im {age} already
        """
    ),
    "age_said": _lines(
        """
        I'm {said_age}.
        I'm {said_age} years old.
        T: How old are you? // S: {said_age}.
        T: How old are you, {f}? // S: I'm {said_age}.
        My sister's {said_age}.
        He's only {said_age}.
        I just turned {said_age}.
        T: How old is your brother? // S: He's {said_age}.
        My baby brother is {said_age}.
        I'm gonna be {said_age}.
        When I was {said_age} I broke it.
        T: You're {said_age}, you can do this.
        im {said_age}
        """
    ),
    "grade": _lines(
        """
        im in {grade}
        I'm in {grade}.
        i am in {grade}
        im in {grade} this year
        {f} and me are both in {grade}
        i'm going into {grade}
        im going to {grade} next year
        i just started {grade}
        T: what grade are you in? // S: {grade}
        T: What grade? // S: {grade}
        T: And what year are you in? // S: {grade}
        T: which grade are you in, {f}? // S: {grade} // T: great!
        T: Are you in {grade}? // S: yes
        T: You're in {grade}, right? // S: no, {grade}
        T: So you're in {grade}, have you done ratios?
        no im in {grade} not {~grade}
        my brother is in {grade}
        my sister's in {grade} and does harder stuff
        {f} is in {grade}
        my cousin is in {grade} at {school}
        im in {grade} at {school}
        i go to {school}, {grade}
        im a {rank}
        I'm a {rank}.
        i'm a {rank} at {school}
        my sister is a {rank}
        shes a {rank} and im in {grade}
        as a {rank} i should know this
        T: Are you a {rank}? // S: yeah
        T: I teach {pupils} this year.
        T: Good morning, {pupils}!
        T: Okay {pupils}, let's begin.
        T: My {pupils} did this last week.
        T: Most {pupils} find this hard, don't worry.
        P: {f} is in {grade} and struggles with fractions.
        P: My son is going into {grade}.
        P: She is in {grade} at {school}.
        T: You did this in {grade}, remember?
        we learned this in {grade}
        i skipped {grade}
        i hated math in {grade}
        i have to repeat {grade}
        idk im only in {grade}
        dude im in {grade} we didnt learn that
        hi im {f} im {age} and in {grade}
        Grade level: {grade}
        {f}, in {grade}
        i got x=4, im in {grade} btw
        (im in {grade})
        they put me in {grade} math
        im a {rank} so idk calc yet
        my friend in {grade} showed me
        T: my daughter is in {grade} too
        im in {grade}, my brothers in {grade}
        hes just a {rank}
        we're {pupils}
        when i get to {grade} ill know
        we moved when i was in {grade}
        im homeschooled but id be in {grade}
        """
    ),
    "grade_said": _lines(
        """
        I'm in {said_grade}.
        T: What grade are you in? // S: {said_grade}.
        My brother's in {said_grade}.
        T: When you were in {said_grade} you learned about arrays.
        T: This is what you'll do in {said_grade}.
        We did that in {said_grade}.
        {f}'s in {said_grade}.
        T: Good morning, {pupils}. Take out your notebooks.
        T: Alright {pupils}, eyes on me.
        T: You are {pupils} now, I expect more.
        T: So {pupils}, what do we notice?
        """
    ),
    "course": _lines(
        """
        im in {course}
        I'm taking {course}.
        im taking {course} this year
        this is for {course}
        its for my {course} class
        T: what class is this for? // S: {course}
        T: What course are you taking? // S: {course}
        T: Which class? // S: {course} with mr {s}
        i have a {course} test tomorrow
        i failed {course} last semester
        {course}
        {course} hw
        im in {course} and {course}
        i need help with {course} homework
        i took {course} last year
        my {course} teacher said its 5
        T: Welcome to {course}.
        T: Is this {course} or {course}?
        T: In {course} we go deeper into this.
        T: You'll see this again in {course}.
        T: I also teach {course}.
        T: Are you enrolled in {course}? // S: no {course}
        P: {f} is taking {course} and needs help.
        do i need {course} for college
        i dropped {course}
        i got a B in {course}
        course: {course}
        Course: {course}
        is this on the {course} final
        {course} is so hard
        i switched from {course} to {course}
        ms {s} teaches {course}
        {f} is in my {course} class
        im doing {course} online
        we're on chapter 4 in {course}
        """
    ),
    "people": _lines(
        """
        im {nrp}
        I'm {nrp}.
        i am {nrp}
        my mom is {nrp}
        my mom is {nrp} and my dad is {nrp}
        im half {nrp} half {nrp}
        My parents are {nrp}.
        my family is {nrp}
        we are {nrp} so we dont do that
        T: where are you from? // S: im {nrp}
        T: Are you {nrp}? // S: no im {nrp}
        her grandma is {nrp}
        {f} is {nrp}
        {f} is {nrp} too
        my teacher is {nrp}
        we pray at home, we are {nrp}
        we are {nrp} we have a holiday then
        T: I have a lot of {nrp} students.
        T: I'm {nrp} originally, so I say it differently.
        P: We are a {nrp} family.
        P: I am {nrp}, sorry for my english.
        im not {nrp} im {nrp}
        his dad's {nrp}
        my nanny is {nrp}
        theres a {nrp} girl in my class
        my friend is {nrp} and she does division differently
        im {nrp} so its a holiday for us
        We're {nrp}, we moved from {p}.
        my neighbors are {nrp}
        I was raised {nrp}.
        proud {nrp} here
        """
    ),
    "place": _lines(
        """
        i live in {p}
        I live in {p}.
        im from {p}
        I'm from {p}.
        T: where are you from? // S: {p}
        T: Where do you live? // S: {p}
        T: where are you? // S: in {p}
        T: I'm in {p}, what about you? // S: {p}
        we moved from {p}
        we moved here from {p} last year
        {p}
        i was born in {p}
        my grandma lives in {p}
        my dad works in {p}
        we're going to {p} for vacation
        its raining in {p}
        my cousins are in {p}
        T: What time is it in {p}?
        T: I grew up in {p}.
        T: How's the weather in {p}? // S: cold
        P: We live in {p}, so the time is different.
        im in {p} rn
        i used to live in {p}
        i go to {school} in {p}
        {f} is from {p}
        {f} moved to {p}
        i live on {street}
        i live on {street} by the park
        my bus stop is on {street}
        T: The library on {street} has the book.
        the store on {street}
        we live near {street}
        i flew from {p} to {p}
        hello from {p}!
        greetings from {p}
        my school is in {p}
        I speak English but I'm from {p}.
        """
    ),
    "address": _lines(
        """
        i live at {address}
        I live at {address}.
        my address is {address}
        My address is {address}.
        {address}
        Address: {address}
        address - {address}
        T: What's your address? // S: {address}
        T: Where should we send the book? // S: {address}
        T: what is your street address // S: {address} // T: thanks
        T: I have {address}, is that right? // S: no we moved // S: {address}
        we moved to {address}
        we live at {address} now
        send it to {address}
        mail it to {address} pls
        P: Our address is {address}.
        P: Please send the invoice to {address}.
        P: We have moved, the new address is {address}.
        come to my house {address}
        my grandmas house is {address}
        my party is at {address} on {date}
        T: The center is at {address}.
        T: Our office is at {address}, second floor.
        T: Testing is at {address}, be there at 8.
        ship to: {full}, {address}
        {full}, {address}
        my moms shop is at {address}
        home address {address}
        it says {address} on my id
        pick me up at {address}
        the uber went to {address}
        so the area is 12. i live at {address} btw
        not {~address}, {address}
        """
    ),
    "school": _lines(
        """
        i go to {school}
        I go to {school}.
        my school is {school}
        T: What school do you go to? // S: {school}
        T: which school? // S: {school}
        T: Where do you go to school? // S: {school} in {p}
        {school}
        im at {school}
        i used to go to {school}
        im going to {school} next year
        my sister goes to {school}
        {f} goes to {school}
        School: {school}
        school - {school}
        we play {school} on friday
        T: I taught at {school} before.
        T: I teach at {school}.
        T: I'm a student at {school}.
        T: I studied math at {school}.
        P: {f} attends {school}.
        P: My son is at {school} in {p}.
        our school ({school}) gave us ipads
        do u go to {school} too
        i transferred from {school}
        T: Are you still at {school}? // S: no {school} now
        my brother is at {school} studying engineering
        i want to go to {school}
        my mom works at {school}
        {school} is way harder than {school}
        ms {s} from {school}
        im a {rank} and i go to {school}
        """
    ),
    "forms": _lines(
        """
        Name: {full} Student ID: {id}
        Name: {full}, Grade: {grade}, School: {school}
        Name: {full} / Email: {email} / Phone: {phone}
        Name: {full} | DOB: {dob} | ID: {id}
        Student: {full} Grade: {grade} Teacher: Ms. {s}
        First name: {f} Last name: {s} Date of birth: {dob}
        name {f}, age {age}, grade {grade}
        {full}, {grade}, {school}
        {full} - {email} - {phone}
        {full} ({id}), {course}
        {full} {dob} {id}
        {full}, {age}, {p}
        1. {full} {email} 2. {full} {email}
        1) {f} {id} 2) {f} {id} 3) {f} {id}
        {f} {phone}, {f} {phone}
        Sign-in: {full}, {date}, {course}
        Parent/guardian: {full} Phone: {phone} Email: {email}
        Emergency contact: {full}, {phone}
        T: Best, {full} {email} {phone}
        T: Kind regards, Ms. {s}, {school}, {phone}
        T: Thanks! {full}, tutor, {url}
        P: Regards, {full}. Cell {phone}, {email}
        P: Please register {full}, born {dob}, {grade}, {school}.
        P: My details: {full}, {address}, {phone}.
        Address: {address} Phone: {phone}
        account {id}, email {email}
        {app}: {handle} Email: {email}
        Course: {course} Section: 2 Student ID: {id}
        School: {school} City: {p} Grade: {grade}
        dob {dob} id {id} phone {phone}
        """
    ),
    "several": _lines(
        """
        im {f}, im {age} and i'm in {grade}
        hi my name is {f} im {age} years old and i go to {school}
        my email is {email} and my number is {phone}
        text me {phone} or email {email}
        {email} or {phone}
        P: You can reach me at {email} or {phone}.
        T: Reach me at {phone} or {email}.
        my insta is {handle} and my snap is {handle}
        T: what's your email? // S: {email} // T: and your birthday? // S: {dob}
        T: Name and student ID please. // S: {full} {id}
        T: What grade are you in? // S: {grade} // T: And how old are you? // S: {age}
        T: Where do you go to school? // S: {school} // T: what grade? // S: {grade}
        T: phone? // S: {phone} // T: email? // S: {email}
        T: address? // S: {address} // T: and a phone number? // S: {phone}
        T: Full name? // S: {full} // T: Date of birth? // S: {dob}
        T: How old are you and when's your birthday? // S: {age}, {bday}
        T: What's your name and grade? // S: {f}, {grade}
        im {nrp} from {p} and im {age}
        im {age}, i live in {p}
        i was born {dob} in {p}
        i moved from {p} to {p} on {date}
        my website is {url} and my insta is {handle}
        my id is {id} and my login is {login}
        T: Go to {url} and type {id}.
        T: Go to {url}, your user name is {login}.
        T: The link is {url} and the meeting ID is {id}.
        T: I'll email {email} the link, {url}.
        T: You're in {course} on {date}, right?
        P: {f} is {age}, in {grade} at {school}. We speak at home because we are {nrp}.
        {f} lives at {address} her mom is {phone}
        my mom {f} is {adult}, her number is {phone}
        we're both in {grade}, {f} is {age} and im {age}
        T: Student {id}, {grade}, {course}. // S: yes thats me
        DM me on {app} {handle} or call {phone}
        ok bye, my snap is {handle}, my # is {phone}
        hello im {full} i go to {school} and i take {course}
        """
    ),
    # The same words without any value, and numbers that are none.
    "without": _lines(
        """
        can u email me the answer
        i'll email it to you
        T: I'll email you the worksheet. // S: ok thanks
        T: Check your email. // S: i dont have email
        i forgot my email
        i dont have a email
        T: what's your email? // S: im not allowed to say
        T: Please don't share your email or phone number here. // S: ok sorry
        my email isnt working
        is there a website for this
        T: There's a website for that, I'll show you next time.
        the website crashed
        T: Open the link in the chat.
        which link
        send the link pls
        the link doesnt work
        i dont have a phone
        my phone died
        my phone is at {n}%
        T: Put your phone away, please.
        can i use the calculator on my phone
        i'm on my phone so typing is slow
        whats ur insta
        do u have {app}
        i saw it on {app}
        T: No {app} during class.
        my username doesnt work
        i forgot my password and id
        T: Do you have your student ID? // S: no
        T: What's your ID number? // S: i dont know it
        the id is on my card
        my card is at home
        T: Question {n}.
        T: Turn to page {n}.
        page {n} number {n}
        im on page {n}
        im on question {n}
        i'm on {n}
        i got {n}
        im stuck on {n}
        {n} and {n}
        is it {n}
        its {n}
        the answer is {n}
        no its {n}
        I'm at {n}.
        T: What's the answer? // S: {n}
        T: And the next one? // S: {n} // T: Right!
        T: How many? // S: {n}
        T: How many are left? // S: {n}
        I got a grade of {n}.
        i got a {n} on the quiz
        my grade is {n}
        my grade is a B
        what grade did i get
        T: Grade your own work with a red pen.
        T: I graded the tests last night.
        i need a better grade
        did u grade it yet
        T: The slope is the grade of the road.
        T: What's your grade on the last test? // S: {n}
        {n} years from now
        T: {n} years ago the price was ${n}.
        a year has 365 days
        T: If a tree is {n} years old and grows {n} cm a year, how tall is it?
        T: A father is {n} years older than his son.
        her age is x and his age is x + {n}
        T: Let the age be x.
        T: In {n} years she will be twice as old.
        the ages add up to {n}
        how old is the dad in the problem
        my birthday is coming up
        T: When's your birthday? // S: not telling
        T: Happy birthday {f}!
        its almost my birthday
        my birthday was fun
        T: A birthday cake is cut into {n} slices.
        when is the test
        the test is next week
        T: It's due next week.
        T: See you on Monday.
        T: We meet on Tuesdays and Thursdays at {n}.
        can we do it tomorrow
        i did it yesterday
        what day is it
        T: The date is on the board.
        T: Who was absent last week?
        im in math class
        im taking algebra
        T: We are in unit {n}.
        chapter {n}
        lesson {n}-{n}
        T: Section {n}.{n}, example {n}.
        T: Exercise {n}, part b.
        {n} - {n} - {n}
        {n}/{n}
        {n} - {n} = {n}
        {n} + {n} = {n}
        {n},{n},{n},{n}
        T: The code of the number line is {n} to {n}.
        it costs ${n}.{n}
        its {n}:30 pm
        T: It's {n}:15, we have {n} minutes.
        i have class at {n}:30
        T: The ratio is {n}:{n}.
        {n}x{n}
        {n}0000000
        T: Room {n}.
        T: Group {n}, your turn.
        table {n}
        bus {n}
        im number {n} in line
        T: Round 5550123 to the nearest thousand.
        T: What is 12345678 in standard form?
        5,551,234 + {n}
        3.14159265
        0.3333333
        1 2 3 4 5 6 7 8
        one two three four five
        two, four, six, eight, ten
        T: Five, five, five. What's the mean?
        T: Count by fives. // S: five, ten, fifteen, twenty
        T: Three hundred and twelve divided by six.
        T: The third one.
        the seventh one
        T: I want the sixth row.
        its in the fifth column
        T: The first and second terms.
        T: One eighth plus three eighths.
        three fourths
        a sixth of it
        i'm first
        i was second
        year
        T: Each year it grows by {n} percent.
        the year 2000
        in 1492
        T: It was built in 1889.
        T: The population in 2010 was {n}.
        where do u live
        i live far
        my address is private
        T: Where do you live? // S: i cant tell you
        T: What school do you go to? // S: its a middle school
        i go to school by bus
        my school is big
        im at school
        my account is locked
        i made an account
        the session ended
        T: This session is {n} minutes.
        our last session was good
        T: Call on somebody else.
        T: What do we call this shape?
        call it x
        T: Text me when you're done.
        the text says {n}
        number {n} is hard
        wrong number
        T: Call me over when you finish.
        phone is charging
        T: Type it in the chat, not in the email.
        the email never came
        T: Give me your student number later.
        i lost my student card
        T: Your account is all set.
        T: Do you have an account already? // S: yes
        which account
        can u reset my account
        T: Is this a real website?
        i looked it up on the internet
        whats the url
        T: Copy the url into a new tab.
        i clicked it
        zoom froze
        T: Refresh the page.
        T: Let me share my screen.
        my screen name is weird
        T: Do you know your address? // S: not really
        T: Address the question, please.
        T: In which state is it? // S: solid
        T: State your answer.
        T: That's a country, not a city.
        T: the lake is {n} km wide
        T: Age is not a variable here.
        at my age
        im old enough
        T: You're at the right age for this.
        we are the same age
        T: Grade this paper for me.
        T: Check with your grade partner.
        grades are due
        grade me pls
        i passed the grade
        T: Degrees, not grades.
        i was born ready
        a newborn weighs {n} pounds
        T: The birthday problem is a famous one.
        how many birthdays in {n} years
        T: A date is a fruit.
        whats the due date
        T: No date is given.
        T: May I?
        march around the room
        T: in {n} days
        {n} days later
        T: Of course!
        of course
        T: Course correct.
        T: The course is hard but you can do it.
        i like this course
        T: First, second, third, go.
        T: {n} students are in the class
        T: Student {n} has {n} points.
        session starts at {n}
        T: My session with you ends at {n}:45.
        order of operations
        T: The order is wrong.
        case {n}
        T: In case {n}, x is negative.
        T: The serial commas confuse you.
        reference angle is {n} degrees
        T: For reference, use page {n}.
        T: Account for the sign.
        my locker is jammed
        T: My badge fell off.
        T: Login first. // S: how
        log {n}
        T: log base {n} of {n}
        ln x + {n}
        T: The @ sign means each.
        T: It's a {n}-digit number.
        10-digit number
        T: Write a 7-digit number. // S: 5550142
        T: 3.1 or 3.01, which is bigger?
        1,234,567
        0.125
        -4
        10^{n}
        2^10 = 1024
        {n}/{n} = 0.{n}
        T: x over {n}
        whats number {n}
        my number is bigger
        my number is {n} whats yours
        T: Think of a number. // S: ok its {n}
        T: What's your number? // S: {n}
        my favorite number is {n}
        T: Dial it back.
        @ 5 dollars each
        {n}@{n}
        @ me if u need help
        #{n}
        #{n} is wrong
        number sign #
        x_{n} + y_{n}
        f(x)=x^{n}
        www
        dot
        T: Put a dot at {n}.
        T: The point at zero point five.
        at the dot
        T: Dash or underscore, either is fine.
        im hungry
        im ready
        im done
        T: I'm ready when you are.
        i speak spanish
        we have spanish class
        T: That's a Greek letter.
        french fries
        i like chinese food
        T: We use the Roman numeral for {n}.
        T: The Cartesian plane.
        english is hard
        i have to do english hw
        """
    ),
}

# How often each kind is drawn, in parts of all; the rest is "without".
_WEIGHTS = {
    "email": 7, "email_said": 2, "handle": 7, "url": 6, "phone": 8, "phone_said": 2.5, "id": 9,
    "login": 2, "id_said": 1.5, "birthday": 7, "birthday_said": 2.5, "date": 5, "date_said": 1.5,
    "age": 7, "age_said": 2, "grade": 7, "grade_said": 2, "course": 6, "people": 5, "place": 4,
    "address": 5, "school": 3, "forms": 4, "several": 6, "without": 24,
}  # fmt: skip

_APPS = (
    "insta", "instagram", "ig", "snap", "snapchat", "discord", "tiktok", "roblox", "minecraft",
    "youtube", "twitter", "Instagram", "Discord", "TikTok", "Roblox", "fortnite", "whatsapp",
    "telegram", "twitch", "facebook", "lichess", "scratch", "Snapchat", "YouTube", "steam", "xbox",
    "reddit", "pinterest", "threads", "Twitch", "Telegram",
)  # fmt: skip


def _app(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(_APPS)


# The maker of each slot's value, and its label. `_Exchange` fills names and {n} itself.
_SLOTS: dict[str, tuple[values.Maker, str]] = {
    "email": (values.email, "EMAIL_ADDRESS"),
    "said_email": (values.said_email, "EMAIL_ADDRESS"),
    "handle": (values.handle, "USERNAME"),
    "url": (values.url, "URL"),
    "phone": (values.phone, "PHONE_NUMBER"),
    "said_phone": (values.said_phone, "PHONE_NUMBER"),
    "id": (values.identifier, "ID_NUM"),
    "code": (values.lettered_identifier, "ID_NUM"),
    "login": (values.login, "ID_NUM"),
    "said_id": (values.said_identifier, "ID_NUM"),
    "dob": (values.birth_date, "DATE_OF_BIRTH"),
    "bday": (values.birthday, "DATE_OF_BIRTH"),
    "near_bday": (values.near_birthday, "DATE_OF_BIRTH"),
    "said_bday": (values.said_birthday, "DATE_OF_BIRTH"),
    "date": (values.date, "DATE"),
    "said_date": (values.said_day, "DATE"),
    "age": (values.age, "AGE"),
    "said_age": (values.said_age, "AGE"),
    "adult": (values.adult_age, "AGE"),
    "grade": (values.grade, "GRADE_LEVEL"),
    "said_grade": (values.said_grade, "GRADE_LEVEL"),
    "rank": (values.class_rank, "GRADE_LEVEL"),
    "pupils": (values.pupils, "GRADE_LEVEL"),
    "course": (values.course, "COURSE"),
    "nrp": (values.nation_or_faith, "NRP"),
    "p": (values.place, "LOCATION"),
    "street": (values.street, "LOCATION"),
    "address": (values.address, "STREET_ADDRESS"),
    "school": (values.school, "SCHOOL"),
    "app": (_app, "ORG"),
}
_SLIPPING = frozenset(("email", "handle", "url", "phone", "id", "code"))
_WRAPPED = frozenset(("email", "handle", "url", "phone", "id", "code", "dob", "address"))
_WRAPPERS = (
    ("(", ")"), ('"', '"'), ("<", ">"), ("'", "'"), ("**", "**"), ("[", "]"), ("“", "”"),
)  # fmt: skip

# What people say in the same breath, before or after.
_BEFORE = (
    "ok ", "ok so ", "oh ", "btw ", "hi ", "hey ", "um ", "sorry ", "wait ", "yes ", "yeah ", "no ",
    "lol ", "sure ", "Okay, ", "Um, ", "Well, ", "So, ", "Yes, ", "Sure, ", "Oh, ", "thanks ",
    "i got {n}. ", "I think it's {n}. ", "the answer is {n}, ", "so {n} + {n} = {n}. ",
    "im on number {n}. ", "Good morning! ", "Hello, ", "Nice work! ", "like ", "uhh ", "hmm ",
    "so 1/{n}? ", "is it {n}/{n}? ", "x = {n}. ", "before we start, ", "oh and ", "also ",
)  # fmt: skip
_AFTER = (
    " lol", " ok", " thanks", " thx", " pls", " please", " btw", " haha", " :)", 
    " 😂", " 🙂", " 😭",
    " 👍", " ❤️", " 🎉", " okay?", " can u see it", " is that ok", " so whats number {n}",
    " and i got {n} for number {n}", " is the answer {n}?", ". So {n} times {n} is?", "!", "!!",
    "?",
    " i think", " if that helps", " and {n} + {n} is {n}", ", now can we do problem {n}",
    " ... ok so do i multiply by {n}", " 💀", " (dont tell my mom)", " idk", ".", ".",
)  # fmt: skip

_SLOT = re.compile(r"\{([~=]?)(\w+)\}")
_TURN = re.compile(r"(?:([TSP]):\s*)?(.*)", re.S)


def split_of(template: str) -> str:
    """The split that a template belongs to: 70% train, 15% dev, 15% test."""
    share = zlib.crc32(template.encode()) % 100
    return "train" if share < 70 else "dev" if share < 85 else "test"


def templates_of(split: str) -> dict[str, tuple[str, ...]]:
    """The templates of a split by kind; kinds that have none there are left out.

    split (str): "train", "dev" or "test".
    RETURNS (Dict[str, Tuple[str, ...]]): Templates by kind.
    RAISES (ValueError): If there is no such split.
    """
    if split not in SPLITS:
        raise ValueError(f"Use one of the splits {', '.join(SPLITS)}")
    found = {
        kind: tuple(line for line in lines if split_of(line) == split)
        for kind, lines in TEMPLATES.items()
    }
    return {kind: lines for kind, lines in found.items() if lines}


_BY_SPLIT = {split: templates_of(split) for split in SPLITS}


def rare_exchange(
    pool: NamePool, rng: random.Random, room: Sequence[str], split: str
) -> tuple[Labelled, ...]:
    """Turns in which somebody tells a phone number, an age, a birthday, or only seems to.

    pool (NamePool): Where names and places come from.
    rng (random.Random): The source of all chance.
    room (Sequence[str]): The forenames of the people present.
    split (str): "train", "dev" or "test": no template of one is used in another.
    RETURNS (Tuple[Labelled, ...]): One to four consecutive turns with gold.
    """
    by_kind = _BY_SPLIT[split]
    kinds = list(by_kind)
    kind = rng.choices(kinds, [_WEIGHTS[kind] for kind in kinds])[0]
    return fill_exchange(rng.choice(by_kind[kind]), pool, rng, room, said=kind.endswith("_said"))


def fill_exchange(
    template: str, pool: NamePool, rng: random.Random, room: Sequence[str], said: bool = False
) -> tuple[Labelled, ...]:
    """Fill a template, add what people say around it, and type or write it down.

    template (str): One line of `TEMPLATES`.
    pool (NamePool): Where names and places come from.
    rng (random.Random): The source of all chance.
    room (Sequence[str]): The forenames of the people present.
    said (bool): Whether the exchange is spoken, so that no typing slips occur.
    RETURNS (Tuple[Labelled, ...]): The turns.
    """
    exchange = _Exchange(pool, rng, room, said)
    careless = 0.0 if said else rng.choice((0.0, 0.3, 0.9))
    turns = []
    for line in template.split(" // "):
        match = _TURN.fullmatch(line)
        assert match is not None
        turn = exchange.turn(match[1] or "S", _surrounded(match[2], rng))
        turns.append(typing_noise(turn, rng, careless))
    return tuple(turns)


def _surrounded(text: str, rng: random.Random) -> str:
    """The text of a turn, sometimes with a few more words before or after."""
    share = rng.random()
    if share < 0.19:
        before = rng.choice(_BEFORE)
        first = text.split(" ", 1)[0]
        lowers = before[-2] in "," and first.istitle() and not first.startswith(("I'", "{"))
        return before + (text[:1].lower() + text[1:] if lowers and first != "I" else text)
    if share < 0.38:
        after = rng.choice(_AFTER)
        return (text.rstrip(".!?") if after[0] in ".!?, " else text) + after
    return text


class _Exchange:
    """The people and values that the turns of one exchange share."""

    def __init__(self, pool: NamePool, rng: random.Random, room: Sequence[str], said: bool) -> None:
        self.pool, self.rng, self.room = pool, rng, room
        self.owner = (self._forename(), pool.surname(rng))
        self.last: dict[str, str] = {}
        self.coming: dict[str, str] = {}  # values whose slip has been told already
        self.teacher = "teacher" if said or rng.random() < 0.25 else "tutor"

    def turn(self, who: str, template: str) -> Labelled:
        text, position = "", 0
        spans: list[Gold] = []
        lower = _SLOT.sub("", template).islower()
        for match in _SLOT.finditer(template):
            text += template[position : match.start()]
            position = match.end()
            mark, slot = match.groups()
            if slot == "n":
                text += str(self.rng.choice((self.rng.randint(2, 12), self.rng.randint(10, 400))))
                continue
            string, label = self._value(mark, slot)
            if lower and self._lowers(label):
                string = string.lower()
            elif not text and "said" in slot:
                string = string[0].upper() + string[1:]
            before, after = self._wrapper(slot, template, match)
            text += before
            spans.append(
                Gold(
                    len(text),
                    len(text) + len(string),
                    label,
                    "participant" if label == "NAME" else "",
                )
            )
            text += string + after
        text += template[position:]
        speaker = {"T": self.teacher, "S": "student", "P": "parent"}[who]
        return Labelled(speaker, text, tuple(spans))

    def _forename(self) -> str:
        return self.rng.choice(self.room) if self.room else self.pool.forename(self.rng)

    def _lowers(self, label: str) -> bool:
        keep = {"ID_NUM": 0.7, "URL": 0.97, "EMAIL_ADDRESS": 0.9, "USERNAME": 0.9}
        return self.rng.random() > keep.get(label, 0.25)

    def _value(self, mark: str, slot: str) -> tuple[str, str]:
        if slot in ("f", "s", "full"):
            return self._name(slot), "NAME"
        if slot in ("phone_head", "phone_tail"):
            return self._half_phone(slot), "PHONE_NUMBER"
        maker, label = _SLOTS[slot]
        if mark == "=" and slot in self.last:
            return self.last[slot], label
        string = self.coming.pop(slot, "") or self._fresh(slot, maker)
        if mark == "~" and slot in _SLIPPING:
            self.coming[slot] = string
            return values.slip(string, self.rng), label
        self.last[slot] = string
        return string, label

    def _fresh(self, slot: str, maker: values.Maker) -> str:
        """A value that differs from the slot's last one; mostly the owner's own."""
        names = self.owner if self.rng.random() < 0.7 else ()
        for _ in range(5):
            string = maker(self.pool, self.rng, names)
            if string != self.last.get(slot):
                break
        return string

    def _name(self, slot: str) -> str:
        if slot == "s":
            return self.pool.surname(self.rng)
        self.owner = (self._forename(), self.pool.surname(self.rng))
        return self.owner[0] if slot == "f" else " ".join(self.owner)

    def _half_phone(self, slot: str) -> str:
        """A telephone number told over two turns."""
        if slot == "phone_head":
            number = values.phone(self.pool, self.rng)
            cut = re.search(r"(?<=\d)[ .-](?=\d+$)", number)
            head, tail = (
                (number[: cut.start()], number[cut.end() :]) if cut else (number[:-4], number[-4:])
            )
            self.coming["phone_tail"] = tail
            return head.rstrip(" -.(")
        return self.coming.pop("phone_tail")

    def _wrapper(self, slot: str, template: str, match: re.Match[str]) -> tuple[str, str]:
        free = template[match.start() - 1 : match.start()] in ("", " ") and template[
            match.end() : match.end() + 1
        ] in ("", " ", ".", ",")
        if slot in _WRAPPED and free and self.rng.random() < 0.05:
            return self.rng.choice(_WRAPPERS)
        return "", ""


_SHORTENED = {
    "you": "u", "your": "ur", "are": "r", "please": "pls", "because": "bc", "thanks": "thx",
    "to": "2", "and": "n", "what's": "whats", "with": "w", "okay": "k", "number": "num",
    "birthday": "bday", "for": "4", "tomorrow": "tmrw", "the": "da",
    "about": "abt", "people": "ppl", "dont": "dnt", 
}  # fmt: skip
_KEYS = {
    "a": "s", "b": "v", "c": "x", "d": "f", "e": "r", "f": "g", "g": "h", "h": "j", "i": "o",
    "k": "l", "l": "k", "m": "n", "n": "m", "o": "p", "r": "t", "s": "d", "t": "y", "u": "i",
}  # fmt: skip


def typing_noise(message: Labelled, rng: random.Random, careless: float) -> Labelled:
    """Type a message as people do in a chat; what the spans cover keeps its characters.

    message (Labelled): The message.
    rng (random.Random): The source of all chance.
    careless (float): How careless the typist is, from 0 (nothing changes) to 1.
    RETURNS (Labelled): The message with its spans on the same strings (or their lower case).
    """
    if careless == 0.0:
        return message
    lower = rng.random() < 0.6 * careless
    bare = rng.random() < 0.5 * careless
    glued = rng.random() < 0.12 * careless
    shouted = not lower and rng.random() < 0.03

    def outside(text: str) -> str:
        if lower:
            text = text.lower()
        if shouted:
            text = text.upper()
        if bare:
            text = re.sub(r"(?<=[a-z])['’](?=[a-z])", "", text, flags=re.I)
            text = re.sub(r"(?<=\w)[.!]+(?=\s|$)|^[.!]+(?=\s|$)", "", text)
        if glued:
            text = re.sub(r"([:,]) ", r"\1", text)
        return re.sub(r"[^\W\d_]+(?:'[a-z]+)?", word, text)

    def word(match: re.Match[str]) -> str:
        text = match[0]
        share = rng.random()
        if share < 0.10 * careless and text.lower() in _SHORTENED:
            return _SHORTENED[text.lower()]
        if share > 1 - 0.05 * careless and len(text) > 3 and text.isascii():
            return _typo(text, rng)
        return text

    def inside(text: str, label: str) -> str:
        changed = text.lower() if lower and label not in _CASED and rng.random() < 0.8 else text
        return changed if len(changed) == len(text) else text

    pieces: list[str] = []
    spans: list[Gold] = []
    position = length = 0
    for span in message.spans:
        before = outside(message.text[position : span.start])
        string = inside(message.text[span.start : span.end], span.label)
        start = length + len(before)
        length = start + len(string)
        pieces += [before, string]
        spans.append(replace(span, start=start, end=length))
        position = span.end
    pieces.append(outside(message.text[position:]))
    text = "".join(pieces)
    if not text.strip():
        return message
    return replace(message, text=text, spans=tuple(spans))


_CASED = frozenset(("ID_NUM", "URL", "USERNAME", "EMAIL_ADDRESS"))


def _typo(word: str, rng: random.Random) -> str:
    at = rng.randint(1, len(word) - 2)
    letter = word[at]
    return rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1] + letter + word[at + 2 :],
            word[:at] + _KEYS.get(letter, letter) + word[at + 1 :],
        )
    )
