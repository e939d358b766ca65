package dev.mandate.engine;

import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import io.vavr.collection.Array;

/** Findings of the review in refusals. */
public final class Findings {

    private Findings() {}

    /** The problem with a vote for which nothing is built. */
    public static VoteProblem vote(BuildRefusal refusal) {
        return vote(refusal.each().flatMap(one -> one instanceof BuildRefusal.Reviewed(var finding) ? Array.of(finding) : Array.empty()));
    }

    /** The problem with a vote for which a submission is refused. */
    public static VoteProblem vote(SubmissionRefusal refusal) {
        return vote(refusal.each().flatMap(one -> one instanceof SubmissionRefusal.Reviewed(var finding) ? Array.of(finding) : Array.empty()));
    }

    private static VoteProblem vote(Array<ReviewFinding> findings) {
        return findings.flatMap(one -> one instanceof ReviewFinding.VoteRefused(var problem) ? Array.of(problem) : Array.<VoteProblem>empty())
                .headOption()
                .getOrElseThrow(() -> new AssertionError("not refused for a vote: " + findings));
    }
}
