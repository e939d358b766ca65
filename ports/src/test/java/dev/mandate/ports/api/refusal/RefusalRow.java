package dev.mandate.ports.api.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.tenant.FilterRefusal;
import dev.mandate.ports.api.tenant.NonceRefusal;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.passkey.PasskeyRefusal;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.List;

/** One refusal, and the failure that it must become. */
record RefusalRow(Object refusal, Failure failure, ErrorCode code, Subject subject, List<String> facts) {

    static RefusalRow row(Subject subject, ErrorCode code, Refusal refusal, String... facts) {
        return new RefusalRow(refusal, RuleFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, SettingsRefusal refusal, String... facts) {
        return row(subject, code, new Refusal.SettingsRefused(refusal), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, SettingsProblem problem, String... facts) {
        return row(subject, code, new SettingsRefusal.Ungovernable(Array.of(problem)), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, ProposalRefusal refusal, String... facts) {
        return row(subject, code, new Refusal.ProposalRefused(7, refusal), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, SpendingRefusal refusal, String... facts) {
        return row(subject, code, new Refusal.NotSpent(refusal), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, LimitUseRefusal refusal, String... facts) {
        return new RefusalRow(refusal, LimitFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, EngineLimitRefusal refusal, String... facts) {
        return row(subject, code, new LimitUseRefusal.ByRule(RefusalTableTest.BOB, refusal), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, LimitProblem problem, String... facts) {
        return row(subject, code, new SpendingRefusal.BadTerms(Array.of(problem)), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, Warning warning, String... facts) {
        return row(subject, code, new BuildRefusal.Unwise(warning), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, RoleProblem problem, String... facts) {
        return row(subject, code, new BuildRefusal.SignersInsufficient(Array.of(problem)), facts);
    }

    static RefusalRow row(Subject subject, ErrorCode code, BuildRefusal refusal, String... facts) {
        return new RefusalRow(refusal, BuildFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, CreationRefusal refusal, String... facts) {
        return new RefusalRow(refusal, TenantFailures.of(refusal, RefusalTableTest.NOON), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, ImportRefusal refusal, String... facts) {
        return new RefusalRow(refusal, TenantFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, AuthorityRefusal refusal, String... facts) {
        return new RefusalRow(refusal, AuthorityFailures.of(refusal, RefusalTableTest.NOON), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, SubmissionRefusal refusal, String... facts) {
        Failure failure = TenantFailures.of(refusal, number -> Option.some("TimeLockNotReleased"));
        return new RefusalRow(refusal, failure, code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, PlanRefusal refusal, String... facts) {
        Failure failure = SubmissionFailures.of(refusal, number -> Option.some("TimeLockNotReleased"));
        return new RefusalRow(refusal, failure, code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, FilterRefusal refusal, String... facts) {
        return new RefusalRow(refusal, TenantFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, NonceRefusal refusal, String... facts) {
        return new RefusalRow(refusal, TenantFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, IntentRefusal refusal, String... facts) {
        return new RefusalRow(refusal, IntentFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, PasskeyRefusal refusal, String... facts) {
        return new RefusalRow(refusal, PasskeyFailures.of(refusal), code, subject, List.of(facts));
    }

    static RefusalRow row(Subject subject, ErrorCode code, KeyRefused refusal, String... facts) {
        return new RefusalRow(refusal, TenantFailures.of(refusal), code, subject, List.of(facts));
    }

    void check() {
        assertEquals(code, failure.code(), refusal.toString());
        assertEquals(subject, failure.problems().head().subject(), refusal.toString());
        failure.problems().map(Problem::message).appendAll(failure.remedy().map(RemedyText::sentence)).forEach(this::assertSentence);
        for (String fact : facts) {
            String[] parts = fact.split("=", 2);
            assertEquals(parts[1], failure.facts().get(parts[0]).getOrElse("no such fact"), refusal + ": " + parts[0]);
        }
    }

    /** No path, no field of an interface and no name of Java's: an adapter has its own. Codes are words of the engine. */
    void checkPlain(String text) {
        String plain = Array.of(ErrorCode.values()).map(ErrorCode::word)
                .foldLeft(text.replaceAll("\\w{32,88}", "").replaceAll("TimeLockNotReleased|CAN_[A-Z]+", ""), (kept, word) -> kept.replace(word, ""));
        assertFalse(plain.matches(".*(/|[a-z]_[a-z]|[a-z][A-Z]|[A-Za-z]\\.[A-Za-z]|\\w\\(|=).*"), refusal + ": " + text);
    }

    /** No record's toString, no type's name, no place left open for a fact, and nothing of a node's own words. */
    private void assertSentence(String text) {
        assertTrue(text.matches("([A-Z0-9]|\\w{32,44} ).*[^.]\\."), refusal + ": " + text);
        assertFalse(text.matches(".*([A-Za-z]\\[|%s|node-secret).*"), refusal + ": " + text);
    }
}
