package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Words;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import tools.jackson.databind.node.ObjectNode;

/** What a dry run says of a request: {@code {verdict: {outcome, code, facts, remedy}}}. */
final class Verdicts {

    private static final Set<ErrorCode> OPERATORS_MEANS =
            HashSet.of(ErrorCode.CREATION_QUOTA, ErrorCode.CREATION_BUDGET_SPENT, ErrorCode.FEE_PAYER_LOW);

    private Verdicts() {}

    /** Whether a dry run answers with it. A request that is malformed, or asks about what is not there, is refused all the same. */
    static boolean isVerdict(Failure failure) {
        int status = failure.code().status();
        return status == 409 || status == 422;
    }

    /** Whether an order to make an account is refused for what the operator grants, which is a verdict on it too. */
    static boolean isOfTheOperatorsMeans(Failure failure) {
        return OPERATORS_MEANS.contains(failure.code());
    }

    /** Of what can be built: in how many transactions, and by whom they are to be signed. */
    static ObjectNode allowed(TransactionPlan built) {
        return allowed("transactions", Integer.toString(built.steps().length()), built.signers(), built.warnings());
    }

    /** Of an account that would be made: what it costs. The operator signs, and nobody else has to. */
    static ObjectNode allowed(FeeQuote cost) {
        return allowed("cost_lamports", cost.total().toString(), Array.empty(), Array.empty());
    }

    private static ObjectNode allowed(String fact, String value, Seq<Address> signers, Array<GiveawayWarning> warnings) {
        ObjectNode body = Json.object();
        ObjectNode verdict = body.putObject("verdict").put("outcome", "allowed").putNull("code");
        ObjectNode facts = verdict.putObject("facts").put(fact, value);
        WireObjects.addresses(facts, "required_signers", signers);
        if (!warnings.isEmpty()) {
            facts.put("warnings", warnings.map(warning -> Words.word(warning.code())).distinct().mkString(", "));
        }
        verdict.putNull("remedy");
        return body;
    }

    /** Of what is refused. */
    static ObjectNode refused(Failure failure) {
        boolean needsMore = failure.problems().forAll(problem -> problem.code().isMissing());
        ObjectNode body = Json.object();
        ObjectNode verdict = body.putObject("verdict")
                .put("outcome", needsMore ? "needs_more" : "refused")
                .put("code", failure.code().word());
        ObjectNode facts = verdict.putObject("facts");
        failure.facts().forEach(fact -> facts.put(fact._1, fact._2));
        facts.put("message", failure.message()).set("problems", Json.array(WireObjects.problems(failure)));
        if (failure.remedy().isDefined()) {
            verdict.put("remedy", failure.remedy().get());
        } else {
            verdict.putNull("remedy");
        }
        return body;
    }
}
