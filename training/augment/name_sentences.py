"""Turns with names as classrooms and chats have them, each name with its role.

What resembles them and has no names stands in `lookalikes`.
"""

import random
from collections.abc import Sequence
from functools import cache

from training.augment.lookalikes import lookalike_message
from training.augment.name_pool import NamePool
from training.augment.templates import Filler, Template, in_case, of_split, templates, without_end
from training.labelled import Labelled

# What stands before and after a vocative.
VOCATIVES = (
    ("", ""), ("", ""), ("", "?"), ("", "."), ("", "!"), ("Okay, ", ""), ("Okay ", ""),
    ("Yes, ", ""), ("Yes ", "."), ("Good job, ", "."), ("Thank you, ", "."), ("Thanks ", "!"),
    ("Hi ", ""), ("Hello ", "!"), ("Hey ", ""), ("All right, ", ""), ("Alright ", ""),
    ("So ", ""), ("And ", "?"), ("What about you, ", "?"), ("How about ", "?"),
    ("Great job ", "!"), ("Nice work, ", "!"), ("Sorry, ", ""), ("Go ahead, ", "."),
    ("Please ", ""), ("No, ", ""), ("Um, ", ""), ("Well, ", ""), ("Let's hear from ", "."),
    ("Come on, ", "."), ("Shh, ", "."), ("Oh, ", ""), ("Good morning, ", "."), ("Bye ", "!"),
)  # fmt: skip

# How often a group is drawn, and its templates; the slots are those of `template_filling`.
_GROUPS: tuple[tuple[int, str], ...] = (
    # One-word turns and roll calls.
    (
        16,
        """
        {f}. | {f}? | {f}! | {f} | {f}, {f}. | {f}, {f}, {f}. | {f} and {f}. | {f}? {f}? | {f}... |
        ...{f}? | {f}: | {f}?? | {f}!! | {f1}, {f1}, {f1}. | – {f}. | - {f} | *{f}* | _{f}_ |
        "{f}" | ({f}) | [{f}] | {f} {f} | {f} {f} {f} | {f}/{f} | {f} & {f} | {f} + {f} | @ {f} |
        {full} | {full}. | {full}? | {s}. | {s}? | {s} | {ini} | {ini}? | {fi} | {fi}. | {fi}? |
        {nick} | {nick}. | {nick}? | {script} | {script}. | {script}? | {any} | {any}. | {any}? |
        {any}! | {any}, {any}, {any}, {any}. | {any} {any} {any} | {f}. Here. | {f}? Present. |
        {f}, absent. | {f}? He's out. | {f} here? | {f}, yes. {f}, yes. {f}? |
        {full}, here. {full}, here. | {s}, {f}. | {s}, {any}. | {f}; {f}; {f} |
        1. {f} 2. {f} 3. {f} | 1) {f} 2) {f} | {f}, {f} and {f}. | {f}, {f}, {f}, and {f}. |
        {f} or {f}? | [inaudible] {f}. | {f} [laughs] | {f} (crosstalk) | {w}. Here. |
        {w}? Is {w} here? | roll call: {f}, {f}, {w}, {f}
        """,
    ),
    # Called on, addressed, praised, told off.
    (
        22,
        """
        {f}, go ahead. | {f} go ahead. | Yes, {f}? | Yes {f}. | Okay, {f}. | Go ahead, {f}. |
        {f} first, then {f}. | {f}, you're up. | {f}, {f}, and {f}, come up here. |
        {f}, what do you think about {f}'s answer? | {f1}, can you repeat what {f2} just said? |
        Thank you, {f}. {f}? | Good. {f}. | {f} what did you get? | {f} you can sit next to {f}. |
        {f}, eyes up here. | {f}, your turn. | {f}, stop talking please. |
        {f} and {f}, you're partners. {f}, you go with {f}. | Is that you, {f}? | Not you, {f}. |
        {f}, why {n}? | {f}, close the lid. | {f}, I need you to sit. | Sit down please {f}. |
        Well explained {f}. | One second. {f}, your turn. | {f} sit. | How'd you do it, {f}? |
        Anything from you {f}? | {f}, read number {n} for us. | {f}, what's {n} times {d}? |
        Louder, {f}. | {f} louder | I see {f}'s hand. | I see {f}, I see {f}, I see {f}. |
        {f} I like how you're sitting. | {f} is ready. {f} is ready. | Eyes on {f}. |
        Let's give {f} a clap. | Let's give {f} a minute. | Snaps for {f}! | Way to go {f}! |
        Good thinking {f}. | That's it, {f}! | Almost, {f}. | Not quite, {f}, look again. |
        {f}, that's not what I asked. | {f}, did you hear {f}? | {f}, do you agree with {f}? |
        {f}, agree or disagree? | Can you help {f}, {f}? | {f}, go help {f}. |
        {f}, switch with {f}. | {f}, trade papers with {f}. | {f}, pass these to {f} and {f}. |
        {f}, pencil down. | {f}, phone away. | {f}, stop. | {f}, shh. | {f}! Feet on the floor. |
        {f}, last warning. | {f}, move your card. | {f}, line leader. | {f}, door holder. |
        {f} {f} {f} go to the back | {f} {f} {f} {f} you're group {d} |
        {f} {f} and {f} at table {d} | {f} {f} sit down | {f} {f} come here please |
        {f} {f} stop talking | i need {f} {f} and {f} | give it to {f} {f} or {f} |
        {f} {f} {f} {f} {f} are with me | Group {d} is {f} {f} {f} | Table {d}: {f}, {f}, {f}. |
        Next is {f}. | Now {f}. | And {f}. | So {f}? | Um, {f}. | Um, let's see, {f}. |
        Let's see... {f}. | Who haven't I called on? {f}. | I'm going to pick {f}. |
        I'll call on {f} next. | I choose {f}. | i pick {f} | popcorn {f} | Popcorn to {f}. |
        Tag, {f}! | Over to you, {f}. | {f}, take it away. | {f}, would you come to the board? |
        {f}, are you with us? | {f}, do you have a question? | What's up, {f}? |
        {f}, one more time? | {f}, say more. | Tell me more, {f}. |
        Because, {f}, you forgot the {d}. | Remember, {f}, negative. |
        Careful, {f}, that's {n} not {n}. | No, {f}, you multiply first. | You did it, {f}, {n}! |
        {n}, {f}? | is it {n}, {f}? | That's {n}, {f}. | So what is {n} plus {n}, {f}? |
        Right, {f}, and then? | Mm-hmm, {f}. | Mm-hmm. {f}? | Yep, {f}. | Nope, {f}. |
        Alright {f}, alright {f}. | Ssh {f} | {f} honey, sit down. | Come here, {f}, sweetie. |
        {f} my friend, what do we do next? | My friend {f}, what's next? | Mr. {f}, eyes here. |
        Miss {f}, sit down. | Young man. {f}. | {f} dear | Dear {f},
        """,
    ),
    # Classmates about one another.
    (
        16,
        """
        I agree with {f} because it's the same. | I agree with {f}. | I disagree with {f}. |
        I want to add on to what {f} said. | Can I add on to {f}'s? | What {f} said is right. |
        {f} said it was twelve. | {f} has a question. | {f}'s got her hand up. |
        So {f} is saying that you multiply first. | Me and {f} got the same thing. |
        It was {f}'s idea. | Did everybody hear {f}? | Let's look at {f}'s strategy. |
        Turn to {f} and share. | Where's {f} today? | {f} is absent. | Ask {f}. |
        {f} won't let me see. | Give it back to {f}. | It's not mine – {f} – | {f} – no, wait. |
        {f} and {w} got eight. | {f}'s go | {f} got {n} | me and {f} and {f} | {f} stop |
        i think {f} is right | no {f} did it | ask {f} bc idk | {f} says its {n} |
        {f} is my partner | {f} left | tell {f} i said hi | where is {f} | is {f} here |
        can {f} work with us | what did {f} get | Can {f} work with us? |
        What did {f} get for the slope? | {f} took my pencil. | {f} keeps kicking my chair |
        {f} is cheating | {f}'s not sharing | it wasnt me it was {f} | {f} did it first |
        {f} is lying lol | ew {f} | {f} has the ruler. | {f} has my calculator | {f}'s mic is on |
        mute {f} | {f} froze | {f}'s screen is blank | {f} can't hear you |
        {f} is in the bathroom. | {f} went to the nurse | {f}'s way is faster | I did it like {f}. |
        I used {f}'s method. | {f}'s is different from mine. | {f} and I got {n}. |
        {f} and me both got {n} | we all got {n} except {f} | i sit by {f} | i'm with {f} |
        can i be with {f} | I want to work with {f} and {f}. | it's {f}'s turn | {f} already went |
        {f} never gets picked | let {f} try | {f} knows it | {f} knows how | how did {f} get {n} |
        why did {f} add | what {f} said but backwards | kinda like {f} said | um {f} uh go |
        uh like {f} um said like {n} | so um {f} she um multiplied | i i i think {f} um |
        and then {f} was like no its {n} | {f} was like {n} and i was like {n} |
        {f} thinks its {n} but {f} thinks {n} | both {f} and {f} are wrong | either {f} or {f} |
        {f} vs {f} | {f}, {f} and I are done. | {f}'s and {f}'s answers match. | {f}'s right. |
        {f}'s wrong tho | thats {f}s paper | {f}s answer is {n} | {f}s turn |
        on {f}'s paper it says {n} | {f}' answer | Yesterday {f} showed us {d} ways. |
        Remember {f}'s rule? | we call it {f}'s shortcut | The {f} method! |
        let's name it {f}'s conjecture | I noticed that {f} flipped it. |
        {f} made {n} groups of {d}.
        """,
    ),
    # Greetings, chats, introductions, partings, sign-offs.
    (
        20,
        """
        I'm {f}. | My name is {f}. | My name is {full}. | I'm {full} and I'm your tutor today. |
        This is {full}. | Hi {f}! | Hello {f}, how are you today? | Hi, this is {f}. |
        Good afternoon {f}. | Great work today {f}! | Bye {f}, see you next time. |
        {f}, are you there? | hi {f} | ok {f} | thank you {f} | bye {f}! | hey its {f} |
        my name is {f} | i'm {f} | {f} are you still there | thx {f} | its {f} not {f} | hi {f}! |
        its {f} | cheers {f} | can u help me {f} | Hey {f}! Ready to start? | Welcome back, {f}! |
        Hi {f}, I'm {any}, what are you working on? |
        Hello, my name is {any} and I will be helping you today. | hi im {f} | hi my names {f} |
        hello i am {full} | im {f} btw | {f} here | {f} speaking | this is {f} | who is {f}? |
        im not {f} im {f} | you can call me {f} | call me {nick} | everyone calls me {nick} |
        my friends call me {nick} | {f}, but I go by {nick}. | I go by {nick} | it's short for {f} |
        short for {full} | It's pronounced like {f}. | spelled {spell} |
        My name is spelled {spell}. | {f}, {spell}. | its {spell} not {spell} |
        how do you spell {f} | two l's in {f} | {f} with a k | nice to meet you {f} |
        Nice to meet you, {f}! | pleased to meet u {f} | good morning {f} | gm {f} | gn {f} |
        morning {f} | evening {f}! | yo {f} | sup {f} | wassup {f} | hola {f} | hiya {f} |
        namaste {f} | salaam {f} | bonjour {f} | habari {f} | dear {f} | thanks so much {f}!! |
        ty {f} | tysm {f} | thank u {f} ur the best | appreciate it {f} | sorry {f} | my bad {f} |
        {f} sorry wifi | u there {f}? | {f}? are you still with me? | bye {f} | byee {f} |
        see ya {f} | cya {f} | have a good weekend {f} | Take care, {f}! |
        Good luck on your test, {f}! | talk tmr {f} | goodbye {f} and thank you |
        until next time {f} | - {f} | – {f} | ~{f} | Best, {f} | Thanks, {f} | Regards, {full} |
        Cheers, {f} | Sincerely, {full} | Kind regards, {f} | Your tutor, {f} | Love, {f} | xx {f} |
        from {f} | From: {full} | To: {f} | signed {f} | Warmly, {f} | Happy solving! - {f} |
        Keep it up! ~ {f} | See you Thursday. {f} | Let me know if you have questions. - {f} |
        posted by {f} | {f} joined the chat | {f} has left the session. | {f} is typing... |
        {f} raised hand | {f} sent a photo | Connected with {f} | You are now chatting with {f}. |
        Your tutor today is {full}. | tutor: {f} | student: {full} | Name: {full} | name {f} |
        name: {f} {s} | First name {f}, last name {s}. | my last name is {s} |
        {f} is my first name, {s} is my last | is this {f}'s account? | I'm on {f}'s account |
        im using {f}s laptop | this is {f}'s {ini} lol | {f} and {f} are both on here |
        me n {f} r sharing | {f} is with me | {f} wants to say hi | say hi {f} | {script}, hi! |
        hi {script} | hello {script}, ready? | my name is {script} | it is written {script} |
        thank you {script} | {script} said {n} | ok {script} try again | call me {ini} | hi {ini} |
        {ini}, what did you get? | {ini} said {n} | thanks {ini} | I'm {ini}. |
        {ini} and {f} are done | {nick}, try it. | {nick} got {n} | hey {nick} | thanks {nick}! |
        {nick} and {nick}, stop. | where's {nick}
        """,
    ),
    # Glued to what stands beside it, and other debris of typing and of speech recognition.
    (
        8,
        """
        hi{f} | hey{f} | thanks{f} | thx{f} | tysm{f} | ok{f} | hello{f} | bye{f} | {f}2x+{d} |
        {f}{n} | {f}{d}x-{d} | {f}!you got it | {f}?are you there | {f},what is {n} | hi!{f} here |
        thx;{f} | good job {f}!you got it | good job{f} | {f}i need help | {f}whats {d}+{d} |
        im{f} | its{f} | {f}! I got {n} | {f}=best | {f}+{f}=bffs | {f}... {f}... | ok.{f} |
        yes.{f} what is it | right.{f}, next | {f}.Go ahead | {f}.what did you get | thank you.{f} |
        done.{f} you? | um {f} um | uh {f} yeah | {f} um can you uh read |
        okay so {f} so what do we | and um and {f} and {f} um | right okay {f} right |
        {f} {f1} {f1} wait | {f1} no {f1} sit | {f1} {f1} {f1} | yeah {f} yeah | mm {f} |
        so {f} you said you said {n} | [inaudible] {f} [inaudible] | {f} >> yes | >> {f}? |
        -- {f} -- | {f} --- no | (to {f}) yes? | [{f} raises hand] | {f}{f1} | {f}, , what | ,{f} |
        .{f} | "{f}," she said, "{n}." | {f}´s turn | {f}’s turn | {f}`s turn | HI {f} | {f} STOP |
        THANK YOU {f} | YES {f} | OMG {f} NO | {f} WHAT DID YOU GET | GO {f} GO | IT WAS {f}
        """,
    ),
    # Titles, grown-ups, family.
    (
        14,
        """
        Mr. {s}, can I go? | Mrs. {s} said we could. | Ms. {s} is coming in. | Miss {s}! |
        Miss {f}, I'm done. | Mr. {s} and Ms. {s} are watching today. | Dr. {s} is visiting. |
        Yes, Mr. {s}. | Thank you, Ms. {s}. | We had Mrs. {s} last year. | Hi Ms. {f}. |
        Mayor {s} cut the ribbon. | Senator {s} came to visit. | Coach {s} said run. |
        Principal {s} is here. | Officer {s} came in. | Aunt {f} helps me with it. |
        Uncle {f} left. | Grandma {f} said so. | Professor {s} wrote it. |
        Sergeant {s} told {f} to stop. | I'll ask Mr {s}. | Ask Miss {s} - she knows. |
        Dr {s} told {f} to rest. | mr {s} can i go | ms {s} is it due today | miss {f} look |
        hi mrs {s} | hello mr {s} | mr. {f} helped me | sir {s} said | Madam {s}, may I? |
        Mdm {s} said use the model. | Cikgu {f}, I don't understand. | Sensei {s} | {s} sensei |
        {s}-san | {f} didi | {f} bhai | {f} hyung | Señora {s} | Señor {s}, terminé. |
        Monsieur {s} | Frau {s} | Herr {s} | Profe {f} | Maestra {f} | Tita {f} | Tío {f} |
        Sister {f} | Brother {f} | Father {s} | Rabbi {s} | Imam {s} | Pastor {f} | Auntie {f} |
        Coach {f} | Captain {s} visited. | Lady {s} | Lord {s} gave a prize. | Nurse {f} |
        Chef {f} cooks. | Teacher {f} | Tr. {f} | my brother {f} | my sister {f} is {ord} |
        my lil bro {f} did it | my cousin {f} showed me | my mom {f} works here |
        my mom's name is {f} | my dad is called {full} | my dog {f} ate it lol | our cat {f} |
        my hamster {nick} | our class fish {f} | my best friend {f} | my twin {f} |
        my friend {f} has {n} | my aunt {f} is a math teacher | {f}'s mom said {n} |
        {f}'s dad picked us up | {f} is my stepbrother | my kids {f} and {f} |
        My son {f} needs help. | My daughter {full} is struggling. | I'm {f}'s mom. |
        This is {f}'s father, {full}. | my neighbor {f} | my old teacher mrs {s} |
        our sub is mr {s} | we have ms {s} for science | {s}'s class | I'm in {s}'s class. |
        Mr. {s}'s room | Mrs. {s}' class | ms {s}s homework | in mr {s} class we did it different |
        Ms. {s} taught it the other way. | Did you ask Ms. {s}? | Is Mrs. {s} your teacher? |
        Say thank you to Mr. {s}. | coach {s} is so loud | Principal {s}, hello! |
        the principal, Dr. {s}, | my counselor ms {s} | my therapist {f} | doctor {s} |
        {s}, sit down. | {s}! Detention. | {s}, what's the answer? | {s} and {s}, front row. |
        Well done {s}. | {s} to the office | {s}, {s}, and {s}. |
        {full}, please come to the office. | Is {full} here? | Here's {full}'s paper. |
        {full} to the front office please | my name is {full} and I got {n} | {full} said {n} |
        I'm in a group with {full} and {full}. | {full}, {full}, {full} |
        Both {full} and {full} are out. | partner: {full} | By {full} | made by {full} and {f} |
        {full}, {n}. | ask {full} | {full}'s got it
        """,
    ),
    # Names that are words too, where only what stands around them tells.
    (
        12,
        """
        {w}, can you mark the point on the line? | {w}, what's the next one? | Thank you, {w}. |
        I think {w} will know. | Okay {w}, go ahead. | {w} said it's odd. | Good job, {w}. |
        hi {w} | {w}, what did you get? | {w} said {n} | i agree with {w} | Is {w} here today? |
        {w}'s turn. | {w}'s answer is {n}. | ask {w} | {w} and {w}, you two. | I'm {w}. |
        my name is {w} | its {w} not {f} | {w}, will you go first? | Mark it on the board, {w}. |
        May I sit by {w}? | I hope {w} got it. | {w} got {n} and I got {n}. | Yes, {w}? |
        thanks {w} | bye {w} | hey {w} r u there | {w}, you and {f}. | {f}, {w}, {f}. |
        {w} {f} {w} come up | {w} is my partner | my friend {w} | my brother {w} | Mr. {w} |
        Ms. {w}, I'm done. | {w} {s}, come to the office. | {w} {s}? | {w} {s} got {n}. |
        Where is {w}? | {w} stop talking | {w}, sit down. | Nice work {w}! | That's {w}'s pencil. |
        can {w} help me | {w} helped me | {w} didn't do anything | I want to hear from {w}. |
        Let's hear {w} explain. | {w} knows. | {w}, read it please. | {w}, louder. |
        did {w} finish? | {w} was absent. | how did {w} do it | {w}, what's the max? |
        What does {w} think? | {w}, the mean, please. | {w} has her hand up. |
        {w} is raising his hand. | no thats {w} | {w} left the call | will {w} be here |
        may i ask {w} | {w} may go. | {w} rose from her chair. | mark {w} absent |
        {w} told me its {n}
        """,
    ),
    # Characters made up on the spot.
    (
        8,
        """
        {c1} has {n} marbles and gives {c2} {n} of them. How many does {c1} have left? |
        How many stickers does {c} have? |
        If {c} runs {n} miles and {c} runs twice as far, who wins? |
        {c} bought {n} pens for ${n} each. | So {c} earns ${n} an hour. | {c}'s age is {n}. |
        {cw} has {n} apples and {c} has {d}. | Captain {cs} has {n} ships. |
        Farmer {c} has {n} cows. | King {c} had {n} coins. | So if {c} has {n}... |
        Let's say {c} has {n} cookies. | Say {c} walks {n} miles. |
        {c} is {n} years old, {c} is {d} years older. | Number {d}, {c}'s garden. |
        it says {c} has {n} | How much did {c} spend? | how many did {c} give to {c} |
        {c} and {c} share {n} | Did {c} have more than {c}? | in the problem {c} sold {n} |
        so {c} paid {money} | the one about {c} | the {c} problem | i dont get the {c} one |
        {f}, how many does {c} have? | {f}, what does {c} need? | Good, {f}. So {c} has {n}. |
        {f} says {c} has {n}. | I agree with {f} that {c} has more. | {f} can you read about {c}? |
        {f}, draw {c}'s tape diagram. | Pretend {c} has {n} dollars. |
        {c} says {n}/{n} is bigger. Is {c} correct? | {cw} thinks {frac} is more. Do you agree? |
        Here's {c}'s work. What's the error? | {c} wrote {v} = {n}. | {c} solved it like this. |
        {cw} and {cw} each ran {n} km.
        """,
    ),
    # Terms.
    (
        9,
        """
        Use {term}. | {term} | {term}? | {term}. | is it {term} | what's {term} again |
        We can use {term} here. | Remember {term}? | By {term}, it's {n}. | i forgot {term} |
        Draw {term}. | Today we learn {term}. | {term} says so. | let's look at {term} |
        do we need {term} for this | Row {d} of {term}. | how does {term} work |
        Which row of {term}? | I used {term} and got {n}. | Apply {term} twice. |
        {term} is on the test | that's called {term} | have you heard of {term}? |
        my teacher showed us {term} | can i use {term} | {term} or {term}? |
        There's {term}, and then there's {term}. | So {term} tells us x is {n}. |
        {f}, what is {term}? | {f} used {term}. | Good, {f}, that's {term}. |
        Ms. {s} taught us {term} | {f} asked about {term}. | is it a {term} | Make a {term}. |
        the {term} thing | the formula, {term} | {term} only works for {d} |
        {mt} says a squared plus b squared. | just do {mt} | use {mt} | {mt}? | by {mt} it's {n} |
        so {mt} gives {n} | What does {mt} say? | its {mt} right | {mt} with {d} and {n} |
        do {mt} on the triangle | could you use {mt} here | {f}, try {mt}. |
        i did {mt} and got {dec} | like {mt} | no {mt} is for right triangles |
        the theorem of {mt} | the rule of {mt} | the formula of {mt} | the method of {mt} |
        the law of {mt} | {term}, named after a person | proof of {term} | {term} in {d} steps |
        step {d} is {term} | {term} lol | ugh {term} | we did {term} last week |
        {term}! That's the one.
        """,
    ),
    # Public figures.
    (
        12,
        """
        Who was {pub}? | {pub}? | It's {pub}. | have you heard of {pub} | {pub} is my favorite |
        my favorite is {pub} | you look like {pub} | a picture of {pub} | I'm reading about {pub}. |
        we're doing a report on {pub} | {pub} was born in {year}. | {pub} died in {year}. |
        even {pub} had to practice | like {pub} | {pub} and {pub} | {f}, who is {pub}? |
        {f} likes {pub}. | {f} did a project on {pub}. | lol {f} thinks he's {pub} |
        {sci} discovered it. | {sci} said imagination is more important. | You're the next {sci}! |
        ok {sci} calm down | what would {sci} do | {sci} was a scientist from long ago. |
        {sci} failed {n} times first. | A quote from {sci}: never stop. | the movie about {math} |
        {math} added 1 to 100 as a kid. | Who was {math}? | {math} was a mathematician. |
        {math} worked at a desk all day. | Have you read about {math}? |
        I chose {math} for my poster. | {math} invented it. | {math} lived in {p}. | poor {math} |
        so {math} was only {d} years old?? | {lead} was a leader. | {lead} was the {ord} leader. |
        {lead} is on the bill. | how tall was {lead} | {lead}'s birthday |
        {lead} gave a speech once. | a statue of {lead} | {lead} said we can do it. |
        is that {lead} on the coin | {ath} scored {n} points. | {ath} shot {pct} |
        {ath} ran it in {dec} seconds. | {ath} is the goat | {ath} averages {dec} a game. |
        do u like {ath} or {ath} | {ath} makes {big} a year | How many goals did {ath} score? |
        {ath}'s jersey is {nn} | i play like {ath} | did you watch {ath} last night |
        {sing} has {big} followers | i love {sing} | {sing}'s new song |
        {sing} tickets cost {money} | we listened to {sing} | {sing} concert is on friday |
        stop singing {sing} | {f} is a {sing} fan | {sing} or {sing} | I read {auth}. |
        a book by {auth} | {auth} wrote {n} plays. | We're reading {auth} in English. |
        {auth} said it better | {auth} lived to be {nn}. | {hero} is the best character |
        If {hero} jumps {n} feet... | {hero} has {n} coins in the game | like {hero} |
        {hero} vs {hero} | i was {hero} for halloween | my {hero} backpack | we watched {hero} |
        {hero} could do it | who would win, {hero} or {hero} | {f} drew {hero}. |
        my shirt has {hero} on it | {hero} would solve it in {d} seconds |
        okay {hero}, use your powers | the new {hero} movie
        """,
    ),
    # Places, schools, peoples.
    (
        8,
        """
        I'm {nrp}. | My mom is {nrp}. | She's half {nrp}. | We are {nrp}. | i am {nrp} |
        {f} is {nrp}. | my dads {nrp} | {f} lives in {p}. | We drove from {p} to {p}. |
        My cousin {f} goes to {school}. | I used to go to {school}. |
        I moved here from {p} last year. | It's hot in {p}. | {school} is playing us on Friday. |
        The train leaves {p} at {time}. | im from {p} | i go to {school} | {f} moved to {p} |
        {f} from {p} | my grandma {f} lives in {p} | I teach at {school}. | Mr. {s} at {school} |
        {f} goes to {school} with me | is {p} far from {p} | {full} from {school} |
        we live in {p} now | im from {p}, and you? | {f} is flying to {p} on friday |
        in {p} we say it like this | hello from {p}
        """,
    ),
    # Places in word problems, and in talk about them.
    (
        10,
        """
        A plane flies from {p} to {p} in {n} hours. | It took {n} hours to get from {p1} to {p2}. |
        So the time from {p1} to {p2} is {n} hours? | from {p1} to {p2} should be {n} + {n} hours |
        {c} drove {n} miles from {p} to {p}. | The plane stays in {p} for {n} hours. |
        how far is it from {p1} to {p2} | The bus to {p} leaves every {n} minutes. |
        There are {n} surfers on {p} beach. | There are twice as many people in {p} as in {p}. |
        A farmer near {p} has {n} cows. | The population of {p} is {n}. | {p} has {n} people. |
        A ticket to {p} costs ${n}. | {c} flies to {p} and pays ${n}. | {p} is {n} km away. |
        It is {n} degrees in {p} and {n} degrees in {p}. | It rained {n} inches in {p}. |
        What's the difference between {p1} and {p2}? | so {p} is colder than {p} |
        {c} wants to run from {p} to {p}. | A train from {p} and a train from {p} meet. |
        The {p} school district bought {n} laptops. | The {p} Zoo has {n} penguins. |
        {c} is from {p} and {c} is from {p}. | {c} lives {n} miles north of {p}. |
        a shop in {p} sells {n} hats | The river near {p} is {n} feet deep. | near {p} |
        {c} visited {p}, {p} and {p}. | In {p}, a coffee costs ${n}. | on the road to {p} |
        They stopped in {p} for gas. | {c1} moved from {p} to {p} when {c1} was {d}. |
        Look at {p} on the map. | Find {p} on the map. | {p} and {p} are {d} inches apart. |
        On the map {p1} to {p2} is {d} cm. | the distance to {p} | half way to {p} |
        So what did you get for {p}? | the answer for {p} is {n} |
        what time is it in {p} | It's {time} in {p}. | the flight lands in {p} at {time} |
        {c}'s team played in {p}. | the {p} marathon | We're going to {p} for spring break. |
        my dad works in {p} | Greetings from {p}! | {f} was born in {p}. | near {p}, {p} |
        I grew up in {p}. | my cousins are in {p} | we used to live in {p}, {p} |
        have you ever been to {p}? | it snows a lot in {p} | {p} is {n} years old |
        the map of {p} | a map of {p} | downtown {p} | over in {p} | down in {p}, they say it
        """,
    ),
)  # fmt: skip

_NAMELESS_SHARE = 0.34
_LOWER_SHARE = 0.16
_UPPER_SHARE = 0.02
_BARE_SHARE = 0.12


@cache
def _groups(split: str) -> tuple[tuple[int, tuple[Template, ...]], ...]:
    return tuple((weight, of_split(templates(text), split)) for weight, text in _GROUPS)


@cache
def sentence_templates(split: str) -> tuple[Template, ...]:
    """All templates with names of a split."""
    return tuple(template for _, group in _groups(split) for template in group)


def name_sentence(room: Sequence[str], pool: NamePool, rng: random.Random) -> Labelled:
    """A turn with names, or, one time in three, one that only looks like it.

    room (Sequence[str]): The first names of those present.
    pool (NamePool): Draws all other names; the templates are those of its split.
    rng (random.Random): The only source of chance.
    RETURNS (Labelled): The turn; every name has its role.
    """
    if rng.random() < _NAMELESS_SHARE:
        return lookalike_message(pool, rng, pool.split)
    groups = _groups(pool.split)
    weights = [weight for weight, _ in groups]
    _, group = rng.choices(groups, weights)[0]
    return fill_template(rng.choice(group), room, pool, rng)


def fill_template(
    template: Template, room: Sequence[str], pool: NamePool, rng: random.Random
) -> Labelled:
    """Fill the slots of a template; now and then in lower case, in capitals, or without its end."""
    message = Filler(room, pool, rng).fill(template)
    share = rng.random()
    # A word in lower case is a name only where all else is in lower case, too.
    if share < _LOWER_SHARE and "{w}" not in template.text:
        message = in_case(message, str.lower)
    elif share > 1 - _UPPER_SHARE:
        message = in_case(message, str.upper)
    if rng.random() < _BARE_SHARE:
        message = without_end(message)
    return message
