"""The command `spacy-piivot`."""

import typer

from .attack import attack_command
from .audit import audit_command
from .baseline import baseline_command
from .certify import certify_command
from .deidentify import deidentify_command
from .detect import detect_command
from .discriminate import discriminate_command
from .evaluate import agreement_command, compare_command, evaluate_command
from .evaluation_options import EVALUATION_STATUS
from .fairness import fairness_command, swap_names_command
from .finetune import finetune_app
from .kaggle import kaggle_command
from .mathematics import math_candidates_command, math_thresholds_command
from .options import EXIT_STATUS
from .prelabel import postlabel_command, prelabel_command
from .red_team import red_team_command
from .restore import restore_command
from .review import review_command
from .segment import segment_command
from .serve import serve_command
from .show import show_command
from .utility import utility_command

app = typer.Typer(
    name="spacy-piivot",
    help="Find potential PII in educational dialogue and replace it with surrogates.",
    epilog=EXIT_STATUS,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    # Its tracebacks show local variables, hence texts.
    pretty_exceptions_enable=False,
)
app.command("deidentify", epilog=EXIT_STATUS)(deidentify_command)
app.command("detect", epilog=EXIT_STATUS)(detect_command)
app.command("kaggle", epilog=EXIT_STATUS)(kaggle_command)
app.command("segment", epilog=EXIT_STATUS)(segment_command)
app.command("show", epilog=EXIT_STATUS)(show_command)
app.command("review", epilog=EXIT_STATUS)(review_command)
app.command("serve", epilog=EXIT_STATUS)(serve_command)
app.command("restore", epilog=EXIT_STATUS)(restore_command)
app.command("evaluate", epilog=EVALUATION_STATUS)(evaluate_command)
app.command("compare", epilog=EVALUATION_STATUS)(compare_command)
app.command("fairness", epilog=EVALUATION_STATUS)(fairness_command)
app.command("swap-names", epilog=EVALUATION_STATUS)(swap_names_command)
app.command("attack", epilog=EVALUATION_STATUS)(attack_command)
app.command("discriminate", epilog=EVALUATION_STATUS)(discriminate_command)
app.command("utility", epilog=EVALUATION_STATUS)(utility_command)
app.command("agreement", epilog=EVALUATION_STATUS)(agreement_command)
app.command("baseline", epilog=EXIT_STATUS)(baseline_command)
app.command("math-candidates", epilog=EVALUATION_STATUS)(math_candidates_command)
app.command("math-thresholds", epilog=EVALUATION_STATUS)(math_thresholds_command)
app.command("prelabel", epilog=EVALUATION_STATUS)(prelabel_command)
app.command("postlabel", epilog=EVALUATION_STATUS)(postlabel_command)
app.command("audit", epilog=EXIT_STATUS)(audit_command)
app.command("certify", epilog=EVALUATION_STATUS)(certify_command)
app.command("red-team", epilog=EXIT_STATUS)(red_team_command)
app.add_typer(finetune_app, name="finetune")
