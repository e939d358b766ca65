package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.RemedyObjects;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import tools.jackson.databind.node.ObjectNode;

/** The answers of a dry run: {@code {verdict: {outcome, code, facts, remedy}}}. */
final class Verdicts {

    private static final Set<FailureCode> OPERATORS_MEANS =
            HashSet.of(ErrorCode.CREATION_QUOTA, ErrorCode.CREATION_BUDGET_SPENT, ErrorCode.FEE_PAYER_LOW);

    private Verdicts() {}

    /** Returns whether a dry run answers this failure with a verdict. A malformed request, or one about a missing object, fails as usual. */
    static boolean isVerdict(Failure failure) {
        int status = Status.of(failure.code());
        return status == 409 || status == 422;
    }

    /** Returns whether the operator's limits refuse the creation of an account. This is a verdict too. */
    static boolean isOfTheOperatorsMeans(Failure failure) {
        return OPERATORS_MEANS.contains(failure.code());
    }

    /** The verdict for a built plan: the number of transactions and their signers. */
    static ObjectNode allowed(TransactionPlan built) {
        return allowed("transactions", Integer.toString(built.steps().length()), built.signers(), built.warnings());
    }

    /** The verdict for a new account: its cost. Only the operator signs. */
    static ObjectNode allowed(FeeQuote cost) {
        return allowed("cost_lamports", cost.total().toString(), Array.empty(), Array.empty());
    }

    private static ObjectNode allowed(String fact, String value, Seq<Address> signers, Array<GiveawayWarning> warnings) {
        ObjectNode body = Json.object();
        ObjectNode verdict = body.putObject("verdict").put("outcome", "allowed").putNull("code");
        ObjectNode facts = verdict.putObject("facts").put(fact, value);
        WireObjects.addresses(facts, "required_signers", signers);
        if (!warnings.isEmpty()) {
            facts.put("warnings", warnings.map(warning -> RefusalText.word(warning.code())).distinct().mkString(", "));
        }
        verdict.putNull("remedy");
        return body;
    }

    /** The verdict for a refusal. */
    static ObjectNode refused(Failure failure) {
        boolean needsMore = failure.problems().forAll(problem -> problem.code().isMissing());
        ObjectNode body = Json.object();
        ObjectNode verdict = body.putObject("verdict")
                .put("outcome", needsMore ? "needs_more" : "refused")
                .put("code", failure.code().word());
        ObjectNode facts = verdict.putObject("facts");
        failure.facts().forEach(fact -> facts.put(fact._1, fact._2));
        facts.put("message", failure.message()).set("problems", Json.array(WireObjects.problems(failure)));
        verdict.putNull("remedy");
        failure.remedy().forEach(remedy -> verdict.set("remedy", RemedyObjects.of(remedy)));
        return body;
    }
}
