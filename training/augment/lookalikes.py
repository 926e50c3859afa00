"""Messages with what resembles PII and is none: numbers of mathematics, and words that are names.

Brands and places are gold (ORG, LOCATION) and stand here for their likeness to both.
"""

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from training.augment.name_pool import NamePool
from training.augment.templates import Filler, Template, in_case, of_split, templates, without_end
from training.labelled import Gold, Labelled, insert

# A kind's templates are drawn as often as its weight says.
_NUMBERS: Mapping[str, str] = {
    "decimal": """
    Pi is about «3.14159265358». | «{longdec}» | is it «{longdec}»? |
    I got «{longdec}» on my calculator | it says «{longdec}» |
    Round «{longdec}» to the nearest hundredth. | «{dec}» | «{dec}». |
    So «{dec}» times «{dec}» is «{dec}». | «{dec}» repeating | The answer is «{dec}», not «{dec}». |
    my calculator gave me «{longdec}» is that right | Which is bigger, «{dec}» or «{dec}»? |
    put a zero so its «{dec}»0 | Type «{longdec}», then hit equals. | sqrt 2 = «1.41421356» |
    e is «2.718281828» right | Don't round yet, keep «{longdec}». |
    it goes on forever «{longdec}»... | Write «{dec}» as a fraction. | point «{digits}» |
    Move the decimal: «{dec}» becomes «{dec}». | zero point «{digits}» |
    i put «{dec}» and it said wrong | tan inverse gives «{longdec}» |
    Um, zero point «{nn}{nn}{nn}»? | slope is «-{dec}» | «{longdec}»!! lol so long
    """,
    "phone_like": """
    «{phone}» = ? | What is «{phone}»? Use the number line. | Solve «{phone}». |
    So «{phone}» equals «-{n}». | Subtract: «{phone}» | okay so «{phone}» is negative right |
    i did «{phone}» and got «{n}» | «555-{nn}{nn}» = ? | Can you work out «{phone}» in your head? |
    «{phone}» is what, a negative number? | Do the minus: «{phone}». | Problem {n}: «{phone}» = |
    compute «{phone}», then add {n} | «({nn}{d}) {nn}{d}-{nn}{nn}» means multiply, then subtract |
    It's not a phone number, it's «{phone}», subtract it | «{phone}» would be negative something |
    the difference «{phone}» | Take «{phone}», regroup the tens. |
    is «{phone}» the same as «-{phone}» | Put «{phone}» in the calculator, what do you get?
    """,
    "ssn_like": """
    «{ssn}» = ? | What is «{ssn}»? | «{ssn}» goes left to right | i got «{ssn}» = «{n}» |
    Work out «{ssn}» step by step. | So «{ssn}», first take away {nn}. | evaluate «{ssn}» |
    subtract «{ssn}» | «{ssn}» is two subtractions | do «{ssn}» in order | Try «{ssn}» next. |
    Simplify «{ssn}». | If you do «{ssn}» you go below zero. | the expression «{ssn}» equals what |
    «{d}{d}{d}-{nn}-{nn}{nn}» means you subtract twice
    """,
    "date_like": """
    «{date}» = ? | «{date}» what is it divided out | So «{date}», left to right. |
    Is «{date}» in order? | The ratio is «{d}:{n}:{n}». | Divide «{date}». | Order these: «{date}» |
    i put «{date}» for the ratio | Simplify «{frac}/{d}». | «{frac}» of the pizza |
    «{frac}» or «{frac}»? | «{d}/{nn}» is the same as «{frac}» |
    the side lengths are «{d}-{n}-{n}» | A «3-4-5» triangle. | a «5-12-13» right triangle |
    the score went «{d}-{d}-{d}» | mixed number «{d} {frac}» | «{d}/{d}/{nn}» means divide twice |
    Let me see, «{frac}» plus «{frac}». | its «{d}/{nn}» not «{nn}/{d}» | «4/12» reduces to «1/3» |
    «{nn}-{nn}-{nn}» , what comes next? | what's «{date}» if / means divided by |
    «{d}.{nn}.{nn}» isn't a number
    """,
    "ip_like": """
    «{dots}» | Go to section «{dots}». | Exercise «{dots}» in the book. |
    Do «{dots}» for homework. | Is «{dots}» a number? Too many points. |
    i typed «{dots}» by mistake | Lesson «{dots}», page {n}. | Sort «{dots}» | Unit «{dots}» |
    see «{dots}» for the proof | she wrote «{dots}» but decimals have one point | version «{ver}» |
    It wants version «{ver}» of the app. | update to «{ver}» | Theorem «{dots}» |
    the outline says «{dots}» | Look at «{d}.{d}.{d}», number {n}. | we're on «{d}.{d}.{d}» today
    """,
    "id_like": """
    sqrt of «{digits}» | the sum is «{digits}» | The number «{digits}» has how many digits? |
    Read «{digits}» out loud. | Is «{digits}» divisible by {d}? |
    what is the value of the {d} in «{digits}» | «{digits}» + «{digits}» = |
    Round «{digits}» to the nearest thousand. | i multiplied and got «{digits}» | add «{spaced}» |
    write «{digits}» in words | in binary it's «1101001» | «1010 1101» in base two | hex is «3F7A» |
    add the digits of «{digits}» | «{digits}» is prime? | Factor «{digits}». |
    that's way too big, «{digits}»? | The population is «{digits}». | «{digits}» divided by «{nn}» |
    Put commas in «{digits}». | 2 to the 20 is «1048576» | 9 factorial is «362880» |
    count the zeros in «{d}00000000» | my answer was «{digits}» square feet |
    «A{nn}B» where A and B are digits | «{d}x{d}y{d}» is a number
    """,
    "large_number": """
    «{big}» | It's «{big}». | «{big}» people live there. | Which is greater, «{big}» or «{big}»? |
    «{big}» + «{big}» = «{big}» | {wn} million is «{d},000,000» |
    The sun is «93,000,000» miles away. | Light goes «299,792,458» meters per second. |
    round «{big}» to the nearest ten thousand | i think «{big}» | «{big}» rounded is «{big}» |
    So «{big}» minus «{big}». | estimate «{big}» times «{d}» | «{d}.{nn} x 10^{d}» |
    what place is the {d} in «{big}» | Write «{big}» in expanded form. | a googol |
    six billion «{big}» | subtract «{big}» from «{big}»
    """,
    "time": """
    It's «{time}». | At «{time}» the train leaves. | from «{time}» to «{time}», how long? |
    «{time}» | The movie starts at «{time}» and ends at «{time}». |
    how many minutes from «{time}» to «{time}» | quarter past {wn} | half past {wn} |
    The clock shows «{time}». | Elapsed time: «{time}» to «{time}» | set your timer to «{d}:00» |
    we have til «{time}» | bell rings «{time}» | {n} minutes and {nn} seconds |
    He ran it in «{d}:{nn}.{nn}». | Lunch is at «{time}» today.
    """,
    "score": """
    The score was «{nn}-{nn}». | we won «{nn}-{d}» | they lost «{d}-{d}» | I got an «{nn}». |
    I got an «85» on the quiz | i got a «{nn}» out of 100 | my mark was «{nn}%» |
    You scored «{d}/{nn}». | «{nn}» out of «{nn}» | i need a «90» to pass |
    The team is «{nn}-{d}-{d}» this year. | she got a B plus | a C minus | My grade is an A. |
    an average of «{nn}.{d}» | «{d} to {d}», tie game | scores: «{seq}» |
    we were up «{d}-{d}» at half | Team A beat Team B «{nn} to {nn}». | i got «{d}» right
    """,
    "ratio": """
    «{n}:{n}» | The ratio is «{n}:{n}». | «{d}:{d}:{d}» | «{d} to {d}» |
    the ratio of boys to girls is «{d}:{d}» | Simplify «{nn}:{nn}». | Scale of «1:{n}». |
    For every {d} there are {n}. | «1:{n}» means one to {n} | mix it «{d}:{d}» |
    aspect ratio «16:9» | is «{d}:{d}» the same as «{d}:{d}» | so its «{nn}:{nn}:{nn}»?
    """,
    "coordinates": """
    «({n}, {n})» | The point is «({d}, -{d})». | «(-{d}, {dec})» | plot «({d},{d})» |
    It's at «({d}, {d}, {d})». | go to «({d},{d})» then «({d},{d})» |
    A«({d}, {d})» and B«({d}, {d})» | x is {d}, y is negative {d} |
    The vertex is «({dec}, {dec})». | «{nn}.{nn}° N, {nn}.{nn}° W» | over {d} up {d} |
    shift to «({d}, 0)» | from «({d}, {d})» to «(-{d}, -{d})» |
    Reflect «({d}, {d})» over the x-axis. | origin is «(0,0)» |
    Which quadrant is «(-{d}, {d})» in? | {pt}«({d}, {d})», {pt}«({d}, {d})», {pt}«({d}, {d})»
    """,
    "equation": """
    «{v} = {n}» | «y = {n}x + {n}» | «{n} x {n} = {n}» | «{n} - {n} = {n}» | «{n}+{n}+{n}={n}» |
    «{d}{v} + {n} = {n}» | «{d}(x + {d}) = {nn}» | «x^2 + {d}x + {d} = 0» | so «{v} = -{n}»? |
    solve «{d}{v} - {n} = {n}» | i got {v} equals {n} | «f({v}) = {d}{v} + {n}» | «f(x).y» |
    «g(f({d}))» | «{n}{v}² - {n}» | «|x - {d}| < {n}» | «{v}{v}{v} = {v}^3» | «{n}÷{d}={n}r{d}» |
    «{n} mod {d}» | «sin {n} = {dec}» | «log {n} = {dec}» | «{n}!» | «m = ({n} - {n})/({n} - {n})» |
    «a² + b² = c²» | «A = πr²» | «V = lwh» | «d = rt» | «E = mc^2» | «{n}C{d}» | «P(A|B) = {frac}» |
    «{n}{v}=» | is it «{n}+{d}»? | just do «{n}*{n}» | «{n}x{n}x{n}» | «x@y = {d}x + y» |
    «{d}@{d} = {n}» | find «{d}#{d}» if «a#b = a + 2b» | «a★b = ab - {d}» | «m@n» means m plus n |
    what is «{d} @ {d}» | let «a@b = a² - b» | «x.y = {n}» | «f.g(x)» | «i^2 = -1» | «{d}i + {d}» |
    «y-{d}=m(x-{d})» | «n/{d}={n}»
    """,
    "sequence": """
    «{seq}» | «{seq}», what's next? | Count by {d}s: «{seq}» | Put these in order: «{seq}» |
    the set «{seq}» | «{seq}»... | find the median of «{seq}» | «{seq}» , next is {n} |
    Skip count with me: «{seq}». | «2, 3, 5, 7, 11, 13» | «1 1 2 3 5 8 13 21» | «1, 4, 9, 16, 25» |
    data: «{seq}» | i wrote «{seq}» | mean of «{seq}» | one two three four five |
    five ten fifteen twenty | «{n} {n} {n} {n}» lol | What is the rule for «{seq}»? |
    «{seq}» is arithmetic | sum of «{seq}» | the range of «{seq}» is {n} | List: «{seq}». |
    i counted «{seq}» | the even ones are «{seq}» | Is {n} in «{seq}»?
    """,
    "measurement": """
    It's «{n} {unit}». | «{n}{unit}» | «{dec} {unit}» | «{n} {unit} by {n} {unit}» |
    how many {unit} in «{n} {unit}» | «5'10"» tall | the room is «{nn}'» by «{nn}'» | «{n} cm²» |
    {n} degrees Celsius | «{n}°F» | {n} degrees Fahrenheit | a force of {n} newtons | {n} watts |
    {n} Kelvin | {dec} joules | {n} volts | it weighs «{dec} kg» | «{n} mph» |
    convert «{n} {unit}» to {unit} | the ladder is «{n} ft» | about {wn} feet |
    {wn} and a half inches | radius «{n}», height «{n}» | area = «{n} sq {unit}» | a 2 by 4 |
    «8.5 x 11» paper | {n} pascals | {n} hertz
    """,
    "money": """
    «{money}» | It costs «{money}». | «{money}» plus «{money}» is «{money}». |
    how much is {n} at «{money}» each | The bill was «{money}». | tax is «{money}» |
    She paid «{money}» for {n} tickets. | {n} dollars and {nn} cents | {pct} of «{money}» |
    «{money}»/hr | «${n}k» | i have «{money}» left | an interest rate of «{pct}» on «{money}» |
    a tip of «{money}» | change from «{money}» | {wn} bucks | «{n} quid» | «{n} rupees» |
    «{n} naira» | «{n} pesos»
    """,
    "reference": """
    Turn to page «{n}». | «pg {n}» | page «{n}» number «{n}» | Question «{n}». | number «{n}» |
    Do «{n}» through «{n}». | Read Chapter «{n}». | Room «{n}» | We're in room «{n}» today. |
    Table «{n}», you're up. | Group «{n}». | Unit «{n}» | Lesson «{d}.{d}» | on Lesson «{n}» |
    Step «{d}» | Part «{pt}» | Problem «{pt}» | Exit ticket «{d}» | #«{n}» | q{n} |
    Module «{d}» Lesson «{nn}» | seat «{nn}» | bus «{nn}» | row «{d}» column «{d}» | slide «{nn}» |
    worksheet «{d}{pt}» | figure «{d}.{d}» | evens only, «{n}» to «{n}» | i'm on «{n}» |
    which one? «{n}»b? | Locker «{n}» in the problem | Chapter «{roman}» |
    Section «{d}.{d}» is due | period «{d}» | question {n} part b | Standard «{code}»
    """,
    "code": """
    Problem «{code}» | Do «{code}» tonight. | «{code}» please | Standard «{code}» today. |
    «{code}» on the sheet | the book's number is «{code}» but we need page {n} |
    which one, «{code}»? | im on «{code}» | card «{code}» | task «{code}» | Look at item «{code}». |
    skip «{code}» | Challenge «{code}» is hard | check «{code}» for me | Is «{code}» the hard one? |
    we did «{code}» yesterday | Number «{code}» has a typo. | ready for «{code}» |
    standard «{code}», then «{code}» | i finished «{code}» and «{code}»
    """,
    "percentage": """
    «{pct}» | «{pct}» of {n} | It's «{pct}» off. | So «{pct}» of «{n}» is «{n}». |
    «{pct}» is the same as «{dec}» | {wn} percent | increase by «{pct}» | a «{pct}» chance |
    what percent is {n} of {n} | i'm like «100%» sure | convert «{dec}» to a percent
    """,
    "exponent": """
    «{d}^{d}» | «{n}²» | «{d}³ = {n}» | «x^{d}» times «x^{d}» | {d} to the {ord} power | «2^{nn}» |
    «10^-{d}» | «{d}e{d}» | {d} squared is {n} | {wn} cubed | «({d}^{d})^{d}» | «{v}^{{d}}» |
    «{d}**{d}» | anything to the zero is 1
    """,
    "problem_age": """
    If a tree is «{n}» years old, how old in {d} years? | A mother is «{nn}» and her son is «{d}». |
    The father is «{d}» times as old as the son. | the turtle is {n} years old |
    In «{d}» years he'll be «{nn}». | the older brother is «{nn}» in the problem |
    ages «{d}», «{d}» and «{nn}», find the mean | so if the boy is «{nn}» now, he was «{d}» then |
    the sum of their ages is «{nn}» | «{nn}» years old divided by {d} |
    A dog that is {d} is like a {nn}-year-old | kids aged «{d}» to «{nn}» pay half
    """,
    "problem_date": """
    If it rains from «March {d}» to «March {nn}», how many days? |
    how many days from «June 1» to «July {nn}» | The graph goes from «{year}» to «{year}». |
    the plant was {d} inches on day {nn} | In «{year}» there were {n} bears. |
    January has 31 days. | The shop opened in «{year}»; how long ago? | in the year «{year}» |
    leap year «2024» | Between «{year}» and «{year}» it doubled. | week {d}, day {d} |
    The sale lasts from Monday to Friday. | On day {d} of «April» the tank holds {n} liters. |
    from «May {d}» until «May {nn}» | sales rose each month of «{year}» |
    rent is due on the «{d}th» of each month | every «{d}» days it doubles |
    The calendar problem starts on a Tuesday. | the bacteria count in «{year}» was {big}
    """,
    "fraction": """
    «{frac}» | «{frac}» + «{frac}» = «{frac}» | «{frac}» | is it «{frac}» or «{frac}» |
    {wn} thirds | three fourths | «{d}/{d}/{d}» | «{d} {frac}» | put «{frac}» over «{frac}» |
    flip it, «{frac}» | half of «{frac}» | ½ plus ¼ | «{frac}» is bigger then «{frac}» bc |
    two fifths of {n} | «{nn}/{nn}» is one whole
    """,
    "latex": r"""
    «\frac{{n}}{{n}}» | «$x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}$» | «$\sqrt{{n}}$» |
    so «\( {d}x + {n} = {n} \)» | «\angle {tri} = {nn}^\circ» | «$$\sum_{i=1}^{{n}} i$$» |
    «\overline{{seg}}» | «\triangle {tri} \cong \triangle {tri}» | «$\pi r^2$» |
    «\alpha + \beta = 180» | «\times {n}» | «$\theta$» is the angle | «\sin(\theta) = {dec}» |
    «\lim_{x \to {d}} f(x)» | «\int_0^{d} x dx» | it shows «\frac{{d}}{{nn}}» weird
    """,
    "unicode": """
    «∠{tri} ≅ ∠{tri}» | «△{tri} ~ △{tri}» | «√{n} ≈ {dec}» | «∑ n²» | «∫ x² dx» | «{n} ≤ x ≤ {n}» |
    «π ≈ 3.1415926535» | «x₁ = {d}, x₂ = {d}» | «θ = {nn}°» | «{n} × {n} ÷ {d}» | «½ × {n}» |
    «{seg} ⊥ {seg}» | «{d} ≠ {d}» | «∴ x = {n}» | «Δy/Δx» | «∛{n}» | «A ∪ B» | «A ∩ B = ∅» |
    «x ∈ ℝ» | «𝑥 = {n}» | «{n} ± {d}» | «σ = {dec}» | «μ = {n}» | «{n}⁻¹»
    """,
    "assignment": """
    «A1 = {d}, B2 = {d}» | «a1 = {d}» | «A1={n} B1={n} C1={n}» | «k1 = {d} and k2 = {d}» |
    «x1 = {d}, x2 = {d}» | «S1 = {nn}, S2 = {nn}» | «T{d} = {nn}» |
    cell «B{d}» is the sum of «A1» and «A{d}» | «a_1 = {d}» | «u{d} = {nn}» |
    «P1({d}, {d})» and «P2({d}, {d})» | «V1/T1 = V2/T2» | put «{d}» in «C{d}» | «R{d}C{d}» |
    let «D7» be | move to «E4»
    """,
    "missing_space": """
    «answer.Then» you divide | good «job.Now» try {n} | i got «it.Is» it {n} |
    open the «menu.Keep» going | «yes.It's» {n} | first «add.Next» multiply |
    I know «that.You» flip it | «ok.so» we | «wait.What» | look at the «table.See» how it grows |
    divide by «{d}.Then» add {n} | the «slope.Its» {d} | «right.Good» |
    see the «graph.How» steep is it | «done.com» no i mean | you're «close.Check» step {d} |
    it's «even.So» half | i'm «done.next» | add the «tens.Now» the «ones.Good» | «x.What» is x |
    press «enter.It» works | «no.its» not | is it «right?Yes» | «{n}.So» what now |
    «nice!keep» going | use the «formula.A» is area
    """,
    "version": """
    Desmos... no wait, version «{ver}» | chapter «{d}.{d}» | the «2.0» worksheet |
    take «2» of the video | quiz v«{d}» | Form «{pt}» of the test | Test version «{pt}» | rev «{d}»
    """,
    "year": """
    «{year}» | In «{year}», there were {n}. | from «{year}» to «{year}» |
    it was invented in «{year}» | the «{nn}s» | What's «{year}» minus «{year}»? |
    «{year}» in roman numerals | since «{year}» the price doubled | the olympics in «{year}» |
    how many years from «{year}» to now | Was «{year}» a leap year? |
    he lived from «{year}» to «{year}» | prices in «{year}» dollars | around «{year}» |
    by the year «{year}» there will be {big}
    """,
    "grid": """
    Solve: {n}, {n}, and «{spaced}» | «{spaced}» count the ones |
    dial «{d}{d}{d}» on the number lock problem |
    the code in the puzzle is «{d}{d}{d}{d}», digits add to {nn} | a {d}-digit number «{d}_{d}» |
    tally «IIII II» | remainder «{d}» | «{nn}R{d}» | «{n}r{d}» | carry the «{d}» |
    borrow from the «{d}» | «{n}» goes into «{nn}» {d} times | negative «{n}» | «-{n}» | «+{n}» |
    «{n}» | «{n}.» | «{n}?» | um «{n}» | like «{n}»? | i think its «{n}» | «{n}» no «{n}» | {wn} |
    {wn}? | {wn} {wn} | is it {wn} | {wn} hundred and {wn}
    """,
}  # fmt: skip

_WORDS: Mapping[str, str] = {
    "filler": """
    Um. | Umm | Uh. | Uhh | uh huh | Mm-hmm. | Mhm | mhm. | Mm. | Hmm. | Hmmm | Huh? | Alright. |
    Alrighty | Yep. | Yup | Yeah. | Yea | yeahh | Ya | yah | Nope. | Nah | nahh | Soo | Sooo |
    So... | Okayy | okayyy | Okie | okie dokie | Okey. | k | kk | Ok | Oh. | Ohh | ohhh | Ooh! |
    Oooh | Aha! | Ah. | Ahh | Aw. | Aww | Eh | Er | Erm | Ew | Ugh | Uggh | Oops. | Whoops | Yikes |
    Yay! | Woah | Whoa. | Wow. | wowww | Shh. | Shhh | Psst. | Yo | Sup | Hiya | Hiii | Heyy |
    heyyy | Hello? | helloo | Byee | Bye bye | Haha | hahaha | hehe | lolol | Duh. | Welp | Phew |
    Boo | Meh | bruh | Bro. | dude | Dang | Darn | Geez | Gosh | Ouch | Ha. | Hee | wait | waittt |
    Huh. Okay. | Um, yeah, so. | uh the the um the thing | like um like | so so so | i i i think |
    [laughs] | [inaudible] | (crosstalk) | [pause] okay | right right right | Mm-kay | M'kay |
    Yessir | yes ma'am | No sir. | Gotcha. | Gotchu | Lemme see. | Gimme a sec. | Kinda. | Dunno. |
    Wanna try? | Cuz. | Tryna do it. | Whatcha get? | Cmon | Innit? | Ayy | Ey | Oi | Dis one? |
    dat | da answer | Okay um uh so | all righty then | Very well. | Indeed. | Certainly. |
    Absolutely. | Precisely. | Brilliant. | Excellent. | Fabulous. | Marvelous. | Superb! |
    Splendid. | Bravo! | Kudos. | Cheers. | Ta. | Bingo. | Hooray! | Amen. | Ditto. | Bless you. |
    Sorry? | Pardon? | Come again? | Thank you. | thankyou | thx | ty | tysm | np | Yw | Jeez Louise
    """,
    "typo": """
    Teh answer is {n}. | Becuase it is even. | becuase | Multipy it | Multipy by {d} |
    Calcuate it. | Wich one? | Whta? | Waht is it | Thsi one | Tehn add | Adn then | Hte slope |
    Nad | Taht is it | Yse | Yess | Noo | Ecuation | Equasion | Anser | Answr is {n} |
    Dived by {d} | Divde | Devide it by {d} | Subract | Substract {n} | Addd | Ad it | Numertor |
    Denomenator | Denominater | Fracton | Fraccion | Desimal | Perameter | Paremeter | Aera |
    Traingle | Triangel | Rectange | Squre | Sqare root | Cirle | Raduis | Diamater |
    Angel {tri} is acute | Parrallel | Perpindicular | Hypotenus | Hypothenuse | Expontent |
    Varible | Coeficient | Polinomial | Quadradic | Algerba | Geomtry | Mutiply | Multyply |
    Timse {d} | Plus, i ment minus | Remander | Quotent | Squred | Hundread | Fourty | Ninty |
    Elevin | Twelv | Tweleve | Fiveteen | Eigth | Thrid | Secound | Frist | Coul you help | Plese |
    Pleas help | Pls hlep | Helo | Hllo | Hwo | Woh is it | Whay | Becasue | Beacuse i added |
    Cuase | Shoud i | Dosent work | Dont kno | Idnk | Im don | Im dne | Im finshed |
    I thnik its {n} | I tink | Thnk you | Thnaks | Thanx | Gud | Goood | Okya | Oaky | Alrigth |
    Rigth | Worng | Corect | Wierd | Untill | Tommorow | Definately | Simplfy | Reduse | Estamate |
    Meaen | Medain | Mdoe | Rnage | Avrage | Probablity | Lenght | Hieght | Widht | Volumn |
    Cillinder | Piramid | Cubs
    """,
    "maths_word": """
    Numerator. | Denominator. | Hexagon. | Octagon? | Pentagon | Trapezoid. | Rhombus? |
    Parallelogram | Isosceles. | Scalene? | Equilateral. | Obtuse. | Acute? | Reflex |
    Commutative Property. | Associative Property? | Distributive. | The Distributive Property |
    Identity Property | Zero Product Property | Perimeter. | Area. | Circumference. | Diameter. |
    Radius. | Hypotenuse. | Adjacent. | Opposite. | Quotient. | Dividend? | Divisor. | Remainder. |
    Product. | Factor. | Multiple. | Prime. | Composite? | Integer. | Rational. | Irrational? |
    Coefficient. | Constant | Variable. | Exponent. | Base. | Polynomial. | Monomial. | Binomial. |
    Quadratic. | Linear. | Exponential. | Parabola. | Hyperbola. | Ellipse. | Vertex. |
    Axis of Symmetry | Slope-Intercept Form | Point-Slope Form | Standard Form. |
    Domain and Range. | Interquartile Range | Box Plot. | Stem and Leaf. | Histogram. |
    Scatter Plot | Line Plot | Bar Graph. | Number Line. | Ten Frame. | Base Ten Blocks. | Array. |
    Dividing. | Subtracting? | Adding. | Multiplying? | Regroup. | Carry. | Borrow. | Estimate. |
    Round. | Simplify. | Evaluate. | Factor it. | Distribute. | Substitute. | Cancel. |
    Cross Multiply | Common Denominator. | Lowest Terms. | Improper Fraction. | Mixed Number. |
    Unit Rate. | Proportion. | Similarity. | Congruent. | Translation. | Rotation. | Reflection. |
    Dilation. | Transversal. | Corresponding. | Supplementary. | Complementary | Vertical Angles. |
    Alternate Interior Angles | Side Angle Side. | Hundreds, tens, ones. | Twelve. | Twenty. |
    Negative. | Positive. | Even. | Odd. | Equal. | Unequal | Median. | Mean. | Mode. | Range. |
    Outlier. | Probability. | Tangent. | Cosine. | Sine. | Secant. | Logarithm. | Matrix. |
    Vector. | Scalar. | Derivative. | Integral. | Limit. | Theorem. | Proof. | Corollary. | Lemma. |
    Axiom. | Tessellation | Polygon. | Prism. | Pyramid. | Cylinder. | Sphere. | Cone. | Cube. |
    Dodecagon. | Hendecagon | Rhombi | Vinculum
    """,
    "adjective": """
    On the «Cartesian» plane. | Plot it on the «Cartesian» plane. | «Euclidean» geometry. |
    That's not «Euclidean». | a «Pythagorean» triple | Use the «Pythagorean» theorem. |
    the «pythagorean» theorem | «Gaussian» elimination. | a «Gaussian» curve | «Newtonian» physics |
    «Boolean» logic | the «Platonic» solids | «Archimedean» spiral | «Bayesian» probability |
    a «Diophantine» equation | «Hamiltonian» path | «Eulerian» path | «Abelian» group |
    a «Riemannian» thing | «Laplacian» | «Jacobian» | «Lagrangian» | «Hermitian» |
    «Julian» calendar | «Gregorian» calendar | «Victorian» houses in the problem |
    «Fahrenheit» or «Celsius»? | convert to «Celsius» | «Roman» numerals | «Egyptian» fractions |
    «Arabic» numerals | «Mayan» numbers use base 20 | «Babylonian» base 60 |
    «Chinese» remainder theorem | «Russian» peasant multiplication | «French» fries, {n} of them |
    «English» please | «Russian» dolls | «Swiss» cheese | «Danish» pastries |
    «Italian» ice costs {money} | «Greek» letters | «Latin» squares | a «Turkish» rug with {n} tiles
    """,
    "language": """
    In «Spanish» it's cinco. | I take «French» after maths. | «Mandarin» has a word for it |
    can you say it in «Spanish» | we speak «Tagalog» at home | My homework is in «Arabic». |
    «Latin» means half | «Hindi» or «English»? | It comes from «Greek». | i have «Spanish» next |
    «Urdu» | «Somali»? | say it in «Portuguese» | «Swahili» numbers: moja, mbili, tatu |
    «German» class is after | the «Korean» word for seven | «Yoruba» counts in twenties
    """,
    "greek": """
    «Sigma» means sum. | «Theta» is the angle. | Is it «alpha» or «beta»? |
    «Delta» x over «delta» t. | angle «alpha» is {nn} | «Alpha», «beta», «gamma». |
    let «theta» equal {nn} | «Lambda» is {d} | «Omega»? | «Phi» is {dec} | «Pi» r squared. |
    «Rho» is density. | find «mu» and «sigma» | «Epsilon» is tiny | «Zeta» | «Theta»? | «Sigma». |
    «delta» y | «Kappa» | what's «tau» | «Psi» looks like a fork | «Gamma» ray |
    «beta» = {nn} degrees | «Eta», like the letter | «Delta» is the change |
    sin «theta» over cos «theta» | «Alpha» plus «beta» is 180
    """,
    "figure": """
    Triangle «{tri}» is isosceles. | Line «{seg}» is parallel to line «{seg}». |
    Angle «{tri}» is {nn} degrees. | Ray «{seg}» and ray «{seg}». | Segment «{seg}» is {n}. |
    Point «{pt}» and point «{pt}». | «{seg}» = «{seg}» | «{seg}» is {n} | Which side? «{seg}»? |
    triangle «{tri}» and triangle «{tri}» | quadrilateral «{tri}D» | Circle «{pt}» has radius {d}. |
    arc «{seg}» | chord «{seg}» bisects «{seg}» | Is «{tri}» congruent to «{tri}»? |
    «{seg}» perp «{seg}» | plane «{pt}» | vertex «{pt}» | angle «{pt}» and angle «{pt}» |
    «{tri}» is {nn} degrees | Side «{seg}», side «{seg}», and the angle. | from «{pt}» to «{pt}» |
    rectangle «ABCD» | parallelogram «JKLM» | Is it «{pt}»? | «{pt}». | «{pt}» | its «{pt}» |
    i chose «{pt}» | «{pt}» or «{pt}»? | the answer is «{pt}» | Point «{pt}» is on «{seg}»
    """,
    "roman": """
    «{roman}» | «{roman}» plus «{roman}» | What is «{roman}»? | Write {n} as «{roman}». |
    Quadrant «{roman}» | Chapter «{roman}» | Part «{roman}». | «{roman}» is {n} |
    Statement «I» is true, «II» is false. | is it «I» and «III» only |
    Super Bowl «{roman}» was how many years ago | Volume «{roman}»
    """,
    "abbreviation": """
    «PEMDAS». | «PEMDAS»! | «BODMAS» | «BIDMAS»? | «LCM» | «GCF». | The «LCM» of {d} and {n}. |
    find the «GCF» | «FOIL» it. | «SOHCAHTOA». | «SOHCAHTOA», remember? | «LOL» | «lol» | «OMG» |
    «OMG» yes | «IDK» | «idk» | «BRB» | «brb» | «TBH» i dont get it | «ngl» | «SMH» | «IKR» |
    «WDYM» | «ILY» | «TTYL» | «GTG» | «gtg» | «LMAO» | «JK» | «NVM» | «btw» | «FYI» | «ASAP» |
    «RIP» | «WYD» | «AFK» | «GG» | «SAS» or «SSS»? | «ASA» | «AAS» doesn't... wait it does |
    «CPCTC» | «QED» | «LHS» equals «RHS» | «KCF» | Keep Change Flip. «KCF» | «DMS» |
    «EOG» is next week | the «SAT» | «ACT» prep | «GCSE» paper {d} | «AP» Calc next year |
    «ELA» then math | «PE» is next | «HW» | «QR» code | «PDF» | «IRL» | «TLDR» | «KG» |
    «AM» or «PM» | «IQR» is {n} | «MAD» is mean absolute deviation | «CRA» | «WODB» |
    «OOO» means order of operations | «GEMDAS» | «DNE» | «SD»
    """,
    "placeholder": """
    «Student A» got {n}. | «Person B» has {n}. | «Player 1» rolls a {d}. | «Player 2» wins. |
    «Speaker 2»: yes | «Student J»? | Do you agree with «Student A» or «Student B»? |
    «Person A» and «Person B» | «Team C» won {n} games. | «Team A» has {n} points. |
    «Company B» charges {money}. | «Store A» sells {n}. | «Plan A» and «Plan B». | Option «A» |
    «Box C» | «Group A», you're first. | «Runner 1» is faster. | «Car A» goes {n} mph. |
    «Train A» leaves at {time} and «Train B» at {time}. | «Bag 2» has {n} marbles | «Worker X» |
    «Mr. X» has {n} | «Kid 1» and «Kid 2» | «Machine B» makes {n} | «Class A» | «Room B» |
    «Student {n}» | «Patient B» | «Boy 1» | «Number {n}», go | «Partner A» talks first. |
    «Partner B», your turn. | «Customer {n}»
    """,
    "subject": """
    «Math» is my favorite. | I like «Science» better. | «Algebra» is hard. | «Geometry» next. |
    In «Algebra» we did. | «Calculus»? | «History» class | «Art» is after lunch. |
    «PE» then «Math» | «Maths» | «math» | «Statistics» | «Trig» | «trigonometry» is confusing |
    i have «Physics» homework too | «Biology» | «Chemistry» test tomorrow | «Pre-Calc» |
    «Language Arts» | «Social Studies» | we have «Math» first | my «Algebra» notebook |
    «Economics» uses this too | got a C in «Geometry» | no «Science» today |
    «Music» class is counting too | Is this for «Physics»? | «Computer Science» uses base two
    """,
    "calendar": """
    It's due on «Monday». | «Tuesday» or «Wednesday»? | In «May» we start fractions. |
    «April» has 30 days. | «June» and «July» | «August» was hotter than «June». |
    «March» is windy. | «Friday»! | see you «thursday» | «Sunday» is day 7 |
    «January» to «December» | from «May» to «August» it rose {n} | in «june» the pool opens |
    sales in «April» were {n} and in «May» {n} | «Saturday» then | «monday» | «September». |
    how many days in «february» | «March» and «April» together | «Wednesdays» we do stations |
    «Summer» is over. | «Autumn», «winter», «spring». | in the «spring» | «Christmas» is soon |
    for «Christmas» | «Halloween» candy, {n} pieces | «Thanksgiving» | «Easter» eggs |
    «Eid» Mubarak! | «Diwali» lamps, {n} rows | «Hanukkah» has 8 nights | «Ramadan» |
    «Valentine's Day» cards | happy «Valentine's» | «St. Patrick's Day» | «New Year's» |
    «Pi Day» is here | «Lunar New Year» | «Labor Day» | «Memorial Day» | «Juneteenth» | «Kwanzaa» |
    «Holi» | «Mother's Day»
    """,
    "colour": """
    «Red» is one whole. What is «Purple»? | «White», «Red», «Light Green», «Purple». |
    «Orange» rod. | «Dark Green». | «Dark Green» is six. | two «Reds» make a «Purple» |
    the «Brown» is eight «Whites» | If «Blue» is one, «Light Green» is a third. |
    «Yellow» and «Red» | «Black» is seven | the «purple» one | How many «whites» in an «orange»? |
    «Magenta» | «Lime» | put the «Tan» ones here | «Gray»? | «Green» is half of it. | «Violet» |
    «Pink» team | a «Red» marble and {n} «Blue» ones | «blue» or «green» | «Amber» light |
    «Scarlet» | «Indigo» | «Silver» coins and «Gold» coins | «Olive» green | «Ruby» red |
    «Jade» beads | «Rose» pink | «Hazel» | «Ivory» tiles | «Teal» | «Coral» paper | «Crimson» |
    «Ebony» keys
    """,
    "brand": """
    Open {org}. | It's on {org}. | {org}? | log in to {org} | {org} isn't loading |
    i did it on {org} | can we play {org} after | I watched a video on {org}. | {org} says its {n} |
    Close {org} please. | my {org} crashed | A pack of {org} costs {money}. | {n} boxes of {org} |
    she works at {org} in the problem | use {org} to graph it | i'm in {org} already |
    Share your screen on {org}. | {org} sold {n} units. | we use {org} at school |
    submit it on {org} | i got {org} for lunch | The {org} won by {d}. | download {org} |
    is it on {org} or {org} | ask {org} lol | stock in {org} rose {pct} | {org} link doesn't work |
    Turn off {org} and look here. | a {org} bag of {n}
    """,
    "place": """
    The {land} is {big} miles long. | {land} is {n} meters tall. | How far is {land}? |
    we drove to {p} | The train leaves {p} at {time}. | from {p} to {p} is {n} miles |
    it snowed {d} inches in {p} | Is {land} taller than {land}? | a map of {p} |
    The {land} flows {n} miles. | {p} is {n} degrees today | we're learning about {p} |
    a flight from {p} to {p} takes {d} hours | they visited the {land} | {p} has {big} people. |
    the population of {p} is {big} | i've been to {p} | which is farther, {p} or {p} |
    on a trip to {land}
    """,
    "vocative": """
    «Mom» said so. | «Mom», I'm in class! | Yes, «sir». | «sir» | Thank you, «ma'am». |
    «Miss», I'm done. | «Miss»? | «Mister», can I go? | «Teacher», look. | «teacher»? |
    Okay, «buddy». | Hold on, «guys». | «Guys», shh. | «Class»? | «Class», eyes here. |
    «Friends», let's listen. | «Sweetie», sit down. | Thank you, «honey». | «Darling», listen. |
    Come here, «kiddo». | «Dude», stop. | «bro» what | «bruh» its {n} | thanks «dad» |
    «Grandma» baked {n} pies. | my «mum» helped | «Mommy» | «Daddy» is home | «Papa» said {n} |
    «Nana» | ask your «auntie» | «Ladies and gentlemen», please sit. |
    «Boys and girls», eyes on me. | «Everybody», stand up. | «Everyone» | «Friend», try again. |
    «Champ», nice work. | Good try, «pal». | «Mate», it's {n}. | cheers «mate» |
    «Love», what did you get? | «boss» | «chief» | «Coach», is it {n}? | «Doc» |
    «Professor», one question. | «Prof» | «Principal» is coming | «Officer», how fast? |
    «Captain» has {n} sailors. | «Governor» has {money}. | «Mr. President» | «Your Honor» |
    «Mayor» | the «baker» made {n} | a «farmer» has {n} cows | «Hey you» |
    «Scholars», pencils down. | «Mathematicians», turn and talk. | «Superstars» |
    «Year Sevens» shh | «Folks», {n} more minutes. | «y'all» ready | «Tutor», are you there? |
    hi «tutor» | hello «miss» | «Ms», is it {n}? | good morning «class» | «Sis» | «Cuz» | «Homie» |
    «Fam» | «Gang», listen up. | «Team», go. | «Baby», no. | «Babe» | «Hun»
    """,
    "nobody": """
    I'm done. | I'm lost. | I'm stuck. | I'm confused. | I'm sorry. | Oh, I'm wrong. | i'm done |
    im ready | i'm here | im back | I'm good. | I'm in. | im tired | I'm thinking. | It's due. |
    It was boring. | He's absent. | She's right. | my name is on the paper | what is your name |
    Write your name at the top. | name? | who is it | who said that | Somebody new? |
    the boy in the back | this girl next to me | my friend said {n} | my partner and me |
    my cousin knows | He did it. | Her answer is {n}. | they got {n} | call on me | pick me |
    me me me | Next person. | Whose is this? | somebody else? | Anyone? | Nobody. |
    my brother has this book | my sister is in your class | Hi. | Hi there! |
    Hello there, welcome back! | hey | hi | hello | good morning | Good afternoon! | bye |
    See you tomorrow. | Have a great day! | is anyone there | are you there | hello?? | Welcome! |
    thank you so much | Thanks for your help today! | hi how are you | are you a robot |
    are you real | I agree with her. | I disagree. | I want to add on. | Go ahead. |
    Yes, go ahead. | Your turn. | Good job! | Great work! | Nice job, keep going! | Well done. |
    You got it! | Keep going. | Almost. | Not quite. | Try again. | Come up here. | Sit down. |
    Don't forget to show your work. | Read the question. | What do you notice? |
    What do you wonder? | How do you know? | Can you explain? | Can you repeat that? | Why? |
    Where did you get {n}? | Turn and talk. | Eyes up here. | Thumbs up. | Ready? | ready | done |
    finished | i dont get it | i need help | help | help me | can u help | what do i do |
    is this right | is it right | i think so | yes | no | maybe | ok | okay | sure | same | me too |
    me | wait what | how | what | which one | Google it. | google it | Plug it in. | Skip it. |
    Circle it. | Box it. | Nailed it. | Luckily, no. | Stop! | Quiet. | Listen. | Pause. | Look. |
    Watch. | Similar? | Different. | Glue? | Scissors. | Pencils. | Whiteboards. | Calculators. |
    Homework. | Use a T-chart. | Make a stem and leaf plot. | Draw a Venn-like picture. |
    A painter paints {n} walls. | The nurse said {n} times. | Each cell splits in {n} minutes. |
    The principal has {n} pens. | Make a Frayer model
    """,
}  # fmt: skip

# Sentences in which a word that is a name too is a word; every occurrence of it is a lookalike.
WORDS: Mapping[str, str] = {
    "will": "Will you try the next one? | I will try. | it will be even | Will it be bigger? | "
    "what will y be | will u help me | You will divide.",
    "mark": "Mark the point on the line. | can you mark it for me | Mark your answer. | Put a "
    "mark at {n}. | mark it wrong | a question mark",
    "may": "May I go to the bathroom? | May I? | You may start. | it may be {n} | may be even | "
    "We may need a table.",
    "hope": "Hope that helps! | I hope you got it. | hope so | i hope its {n} | Hope you're well! "
    "| hope this is right",
    "grace": "Grace period is over. | You get a grace period. | say grace first lol | grace "
    "period til {n}",
    "rose": "Rose by {d} degrees. | The temperature rose {n}. | it rose by {n} | a rose has {n} "
    "petals | The price rose to {money}.",
    "faith": "Have faith in your answer. | have faith | I have faith you can do it.",
    "joy": "The joy of fractions. | what a joy | Joy! It worked. | its a joy to teach you",
    "bill": "Bill was {money}. | The bill was {money}. | split the bill by {d} | a dollar bill | "
    "the phone bill is {money} | bill plus tip",
    "jack": "Jack of hearts or queen of spades? | drew a jack | a jack, a queen and a king | jack "
    "up the price by {pct} | jack of clubs",
    "penny": "Penny, nickel, dime. | A penny is one cent. | penny doubled every day | a penny for "
    "your thoughts | one penny plus {n}",
    "rich": "Rich people problems. | he gets rich | a rich task | so rich lol | If you're rich "
    "you pay {pct}.",
    "frank": "To be frank, it's {n}. | let me be frank | frank and beans cost {money}",
    "grant": "Grant me one more minute. | a grant of {money} | take it for granted, I mean grant "
    "| the school got a grant",
    "chase": "Chase the variable. | A dog starts to chase a rabbit {n} m away. | angle chase | "
    "cut to the chase",
    "art": "Art is after lunch. | i have art next | The art teacher has it. | art class buys {n} "
    "brushes | Pixel art. | math art",
    "gene": "A gene is passed on with chance {frac}. | one gene from each parent | the gene is "
    "recessive",
    "dean": "The dean bought {n} chairs. | dean's list means {dec} | a dean has {n} students",
    "miles": "{n} miles. | Miles per hour. | {n} miles per hour | how many miles | Miles or "
    "kilometers? | miles",
    "ray": "Ray AB and ray AC. | A ray has one endpoint. | ray {seg} | Is it a ray or a line? | "
    "Ray, line, segment.",
    "max": "The max is {n} and the min is {n}. | Max is {n}, min is {n}. | find the max | max "
    "height | its the max | local max at x = {d}",
    "min": "Min is {n}. | the min and the max | {n} min | min value | wait a min | give me {d} min",
    "norm": "The norm is {n}. | that's the norm | class norm number {d} | norm of the vector is "
    "{n}",
    "tan": "Tan of {n} degrees. | tan inverse | sin over cos is tan | Tan is opposite over "
    "adjacent. | tan {nn} = {dec} | the tan block",
    "sol": "SOL review is Friday. | the sol test | do the SOL packet | sol = solution",
    "pat": "pat yourself on the back | Pat it down. | a pat of butter is {d} grams | you have it "
    "down pat",
    "sue": "He could sue for {money}. | don't sue me lol",
    "guy": "this guy got {n} | A guy buys {n} ties. | Guy on the bus. | that guy in the problem",
    "rob": "don't rob the bank | Rob from the tens place? | pirates rob a ship with {n} coins",
    "drew": "I drew a picture. | Drew a number line. | drew it wrong | she drew {n} cards | who "
    "drew this",
    "chance": "Chance of rain is {pct}. | the chance is {frac} | by chance | one more chance | "
    "Chance or skill? | no chance lol",
    "chip": "one chip is red | A chip bag costs {money}. | chip in {money} each | Chip away at "
    "it. | yellow chip, red chip",
    "cliff": "A cliff is {n} m high. | a stone falls off a cliff | cliff height is {n}",
    "dawn": "At dawn it was {n} degrees. | Dawn is at {time}. | from dawn to dusk",
    "eve": "New Year's Eve | on the eve of the test",
    "ginger": "{n} grams of ginger | ginger snaps, {n} a box | Ginger ale costs {money}.",
    "hunter": "A hunter walks {n} km north. | bargain hunter",
    "iris": "an iris costs {money} | plant {n} rows of iris",
    "ivy": "the ivy grows {n} cm a week | Ivy covers {frac} of the wall.",
    "jay": "A jay has {n} seeds. | blue jay",
    "lance": "a lance is {n} feet long",
    "lily": "A lily pad doubles every day. | lily pad problem | one lily costs {money}",
    "major": "Major axis. | a major arc | the major axis is {n} | no major errors | what's your "
    "major",
    "minor": "Minor arc {seg}. | a minor mistake | minor axis {d}",
    "melody": "a melody with {n} beats",
    "mercy": "have mercy lol | Mercy! Too many problems.",
    "olive": "one olive each | Olive oil, {n} ml. | olive jars hold {n}",
    "pearl": "a pearl costs {money} | Pearl necklace with {n} pearls.",
    "pierce": "pierce the shape at {pt}",
    "prince": "the prince has {n} horses | A prince buys {n} rings.",
    "king": "King of hearts. | a king has {n} gold coins | draw a king from the deck | king of "
    "the hill",
    "queen": "Queen of spades. | the queen has {n} crowns | P(queen) = {frac}",
    "ace": "Ace of spades. | an ace counts one | You'll ace it! | ace the test",
    "reed": "a reed {n} feet tall leans over",
    "river": "The river is {n} m wide. | A boat goes up the river. | river crossing puzzle | "
    "across the river",
    "robin": "A robin lays {d} eggs. | round robin with {n} teams",
    "royal": "a royal flush | royal pain lol",
    "sage": "{n} grams of sage | sage advice",
    "sandy": "a sandy beach {n} m long | its sandy",
    "sky": "the sky is blue | Sky's the limit.",
    "star": "Star the ones you missed. | a five-pointed star | put a star next to {n} | gold star "
    "for you | Star it.",
    "stone": "a stone is dropped from {n} m | {n} stone in pounds | stepping stone",
    "summer": "Summer school. | over the summer | in the summer he mows {n} lawns | Summer is "
    "over.",
    "autumn": "in autumn {n} leaves fall | Autumn equinox.",
    "victor": "the victor gets {n} points",
    "ward": "a ward has {n} beds",
    "angel": "angel food cake, {n} slices | an angel on the tree",
    "bishop": "the bishop moves diagonally",
    "brook": "a brook {n} ft wide",
    "buck": "a buck fifty | one buck each",
    "carol": "a Christmas carol | sing one carol",
    "charity": "gave {money} to charity | Charity run, {n} km. | for charity",
    "clay": "{n} kg of clay | clay pots cost {money}",
    "crystal": "a crystal has {n} faces | crystal clear | Crystal clear!",
    "daisy": "a daisy has {n} petals | daisy chain of {n}",
    "forest": "the forest has {big} trees",
    "gray": "the gray part | shade it gray",
    "heather": "a field of heather",
    "herb": "an herb garden {n} by {n}",
    "holly": "holly wreaths cost {money}",
    "honor": "Honor roll. | honor code | in honor of Pi Day",
    "justice": "do it justice",
    "lane": "lane {d} swims faster | Lane {d}. | a bowling lane",
    "mason": "mason jar holds {n} ml | a mason lays {n} bricks an hour",
    "nick": "in the nick of time | a nick on the ruler",
    "page": "Page {n}. | page {n} please | what page | next page | Page numbers add to {n}. | "
    "turn the page",
    "peg": "Put the peg in hole {d}. | a peg on the geoboard | move your peg",
    "porter": "the porter carries {n} bags",
    "skip": "Skip number {n}. | skip count by {d} | can i skip | skip it | Skip to the end.",
    "storm": "a storm dropped {n} inches | storm day",
    "sunny": "Sunny with a chance of {pct}. | sunny days: {n} | it was sunny on {n} days",
    "tanner": "the tanner sells {n} hides",
    "taylor": "a taylor.. tailor sews {n} shirts",
    "true": "True or false? | true | True. | is that true | always true",
    "violet": "a violet ribbon {n} cm | roses and one violet",
    "west": "{n} miles west | go west {n} blocks | West of the school. | North, south, east, west.",
    "winter": "Winter break. | in winter its {n} degrees",
    "trace": "Trace the shape. | trace it | trace your hand",
    "cash": "pay {money} cash | cash only | Cash or card?",
    "case": "Case {d}: x is negative. | in that case | just in case | In this case, yes. | worst "
    "case",
    "chuck": "how much wood would a wood chuck chuck | chuck it out",
    "don": "don your thinking caps | i don know",
    "van": "a van holds {n} people | how many vans, each van seats {n} | van speed {n} mph",
    "sun": "The sun is {big} miles away. | sun rises at {time} | in the sun",
    "long": "how long is it | Long division. | {n} cm long | so long | a long time",
    "bay": "the bay is {n} km across",
    "rod": "a red rod | which rod is longer | rod of length {n} | the brown rod",
    "log": "Log base {n}. | log of {n} | take the log | Log in please. | ln is a log",
    "sin": "Sin of {nn}. | sin squared plus cos squared | sin x",
    "cos": "cos it's {n} | Cos of {nn}. | cos theta",
    "harmony": "in harmony | a harmony with {n} notes",
    "hazel": "hazel nuts, {n} of them | hazel eyes: {n} kids",
    "jasmine": "jasmine rice, {n} cups | jasmine tea {money}",
    "ruby": "one ruby is worth {n} coins | a ruby and {d} emeralds",
    "jade": "a jade bead",
    "opal": "an opal weighs {n} carats",
    "amber": "amber light for {d} seconds | traffic light is amber",
    "scout": "each scout sells {n} cookies | a scout hikes {n} km",
    "teller": "the bank teller has {money}",
    "cook": "the cook has {n} eggs | cook for {n} minutes | Cook it first.",
    "baker": "A baker made {n} rolls. | the baker sold {n} | baker's dozen is 13",
    "carter": "a carter hauls {n} sacks",
    "cooper": "a cooper makes {n} barrels",
    "fisher": "a fisher caught {n} | fisher boats",
    "potter": "A potter makes {n} pots.",
    "smith": "the smith made {n} horseshoes",
    "miller": "a miller grinds {n} bags",
    "brown": "the brown one | {n} brown eggs | brown rod",
    "green": "Green is half. | {n} green marbles",
    "white": "white rods | {n} white tiles",
    "black": "Black is seven. | {n} black socks",
    "young": "the young ones | too young to drive",
    "price": "Price is {money}. | the price per pound | what price | Price times quantity.",
    "wood": "a wood board {n} ft",
    "hill": "a hill {n} m high | up the hill",
    "field": "a field {n} by {n} | field trip, {n} kids | Field day.",
    "banks": "the banks pay {pct} | two banks of the river",
    "bush": "a bush has {n} berries",
    "love": "I love math. | love it | i love this one | Love that strategy!",
    "bond": "a bond pays {pct} | Number bond. | number bond for {n}",
    "rice": "{n} cups of rice",
    "ford": "they ford the river",
    "mean": "What's the mean? The mode? | Mean, median, mode. | i mean {n} | what do you mean | "
    "mean is {n}",
    "mode": "Find the mode. | mode is {n} | the mode",
    "rusty": "a rusty nail | im rusty at this",
    "dusty": "dusty whiteboards",
    "woody": "woody plants",
    "tucker": "dont tucker yourself out",
    "ram": "a ram weighs {n} kg | {n} GB of ram",
    "trinity": "a trinity of angles",
    "destiny": "its destiny lol",
    "heaven": "thank heaven it's over",
    "nova": "a nova is {big} km away",
    "ada": "is it compliant with ADA | ada ramp slope is 1:12",
    "mercury": "Mercury is {big} km from the Sun. | mercury rose {d} degrees",
    "venus": "Venus is hotter. | a year on Venus has {n} days",
    "jupiter": "Jupiter has {n} moons.",
    "mars": "Mars has {d} moons. | from Earth to Mars is {big} km",
    "roman": "Roman numerals. | Write it in Roman numerals. | roman numeral {roman}",
    "china": "{n} china plates",
    "turkey": "a {n} pound turkey | turkey costs {money} a pound | Turkey sandwich.",
    "paris": "plaster of paris, {n} kg",
    "august": "an august building",
    "april": "april showers | in April it rained {n} mm",
    "june": "in June there were {n} | june is the peak",
    "basil": "{n} leaves of basil | basil plants cost {money}",
    "rosemary": "a sprig of rosemary",
    "barb": "a barb on the wire every {n} cm",
    "buddy": "Find a buddy. | buddy up | buddy check",
    "kitty": "kitty cat weighs {d} kg | put {money} in the kitty",
    "tad": "a tad more | just a tad over {n}",
    "les": "les than ten i think",
    "noble": "a noble cause",
    "sterling": "pounds sterling | sterling work!",
    "earnest": "in earnest",
    "foster": "foster dogs: {n}",
    "warren": "a rabbit warren with {n} holes",
    "wade": "wade across",
    "dale": "over hill and dale",
    "pi": "Pi. | pi r squared | times pi | is pi rational | Pi is about 3.14.",
    "cube": "Cube it. | cube root | a cube has {d} edges",
    "hank": "a hank of yarn is {n} m",
    "dot": "Dot plot. | connect the dot to {pt} | dot product",
    "bob": "the pendulum bob | bob for apples",
    "jimmy": "jimmy the lock open lol",
    "mike": "the mike is off | unmute your mike",
    "joule": "one joule",
    "newton": "a newton is a unit of force | one newton",
    "watt": "a {n} watt bulb",
    "kelvin": "{n} kelvin | kelvin scale",
    "pascal": "a pascal is a newton per square meter | coding in pascal | one pascal of pressure",
    "cat": "a cat | the cat has {d} kittens",
}  # fmt: skip

# One word to a kind, but for the words that are names, which come as often as ten kinds.
_WORD_WEIGHT = 10
_NUMBER_SHARE = 0.45
_VOCATIVE_SHARE = 0.12
_LOWER_SHARE = 0.22
_UPPER_SHARE = 0.02
_BARE_SHARE = 0.15


def _word_templates(word: str, sentences: str) -> tuple[Template, ...]:
    pattern = re.compile(rf"(?<![\w'{{]){re.escape(word)}(?!\w|\}})", re.IGNORECASE)
    return tuple(
        Template(pattern.sub(lambda match: f"«{match.group()}»", template.text), "word")
        for template in templates(sentences)
    )


@cache
def _groups(
    split: str,
) -> tuple[tuple[tuple[Template, ...], ...], tuple[tuple[Template, ...], ...]]:
    """The templates of a split, a tuple a kind: those of numbers, and those of words."""
    numbers = tuple(of_split(templates(text, kind), split) for kind, text in _NUMBERS.items())
    kinds = [of_split(templates(text, kind), split) for kind, text in _WORDS.items()]
    words = of_split(
        (template for word, text in WORDS.items() for template in _word_templates(word, text)),
        split,
    )
    return numbers, (*kinds, *(words for _ in range(_WORD_WEIGHT)))


@cache
def lookalike_templates(split: str) -> tuple[Template, ...]:
    """All templates of a split."""
    numbers, words = _groups(split)
    return tuple(dict.fromkeys(template for group in (*numbers, *words) for template in group))


def lookalike_message(pool: NamePool, rng: random.Random, split: str) -> Labelled:
    """A message with lookalikes, now and then addressed to somebody by name.

    pool (NamePool): Draws names and places.
    rng (random.Random): The only source of chance.
    split (str): "train", "dev" or "test": no template is in two of them.
    RETURNS (Labelled): The message, its lookalikes, and gold for names, brands and places.
    """
    numbers, words = _groups(split)
    groups = [group for group in (numbers if rng.random() < _NUMBER_SHARE else words) if group]
    template = rng.choice(rng.choice(groups))
    message = Filler([pool.forename(rng)], pool, rng).fill(template)
    if template.kind != "vocative" and " " in message.text and rng.random() < _VOCATIVE_SHARE:
        message = _addressed(message, pool.forename(rng), rng)
    share = rng.random()
    if share < _LOWER_SHARE:
        message = in_case(message, str.lower)
    elif share < _LOWER_SHARE + _UPPER_SHARE:
        message = in_case(message, str.upper)
    if rng.random() < _BARE_SHARE:
        message = without_end(message)
    return message


def _addressed(message: Labelled, name: str, rng: random.Random) -> Labelled:
    """The message after a vocative."""
    before = rng.choice(("", "", "Okay ", "So, ", "Hey ", "um "))
    between = rng.choice((", ", ", ", " ", ". ", "? "))
    if between in (", ", " ") and message.text[1:2].islower() and rng.random() < 0.6:
        message = replace(message, text=message.text[0].lower() + message.text[1:])
    gold = Gold(len(before), len(before) + len(name), "NAME", "participant")
    return insert(message, 0, before + name + between, [gold])
