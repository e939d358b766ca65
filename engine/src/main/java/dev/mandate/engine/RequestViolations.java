package dev.mandate.engine;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;

/** What speaks against a request whatever the account is that it is for. */
final class RequestViolations {

    private final Assembler assembler;
    private final PreparedContent prepared;

    RequestViolations(Assembler assembler, PreparedContent prepared) {
        this.assembler = assembler;
        this.prepared = prepared;
    }

    Array<BuildRefusal> to(BuildRequest.OnAccount request) {
        return assembler.refusals(request).prependAll(toItself(request));
    }

    private Array<BuildRefusal> toItself(BuildRequest.OnAccount request) {
        return switch (request) {
            case BuildRequest.ChangeSettings change -> edits(change.edits());
            case BuildRequest.HandOverAdmin handOver -> edits(handOver.edits());
            case BuildRequest.AddLimit add -> terms(add.terms());
            case BuildRequest.ReplaceLimit replace -> terms(replace.terms());
            case BuildRequest.Prepare prepare -> transaction(prepare.transaction());
            case BuildRequest.Propose propose ->
                switch (propose.content()) {
                    case Proposable.Transaction(Bytes transaction) -> transaction(transaction);
                    case Proposable.Settings(var edits, var leaversLimits) -> edits(edits);
                };
            case BuildRequest.RemoveLimit remove -> Array.empty();
            case BuildRequest.UseLimit use -> Array.empty();
            case BuildRequest.Activate activate -> Array.empty();
            case BuildRequest.CastVotes votes -> Array.empty();
            case BuildRequest.Execute execute -> Array.empty();
            case BuildRequest.Close close -> Array.empty();
        };
    }

    private Array<BuildRefusal> transaction(Bytes transaction) {
        return ErrorAccumulator.refusals(prepared.understand(transaction));
    }

    private static Array<BuildRefusal> edits(Array<SettingsEdit> edits) {
        Array<SettingsProblem> problems = SettingsTargets.problemsWherever(edits);
        return problems.isEmpty()
                ? Array.empty()
                : Array.of(new BuildRefusal.Forbidden(
                        new Refusal.SettingsStay(new SettingsRefusal.Ungovernable(problems))));
    }

    private static Array<BuildRefusal> terms(LimitTerms terms) {
        var problems = terms.problems();
        return problems.isEmpty()
                ? Array.empty()
                : Array.of(new BuildRefusal.Forbidden(
                        new Refusal.NotSpent(new SpendingRefusal.BadTerms(problems))));
    }
}
