package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.refusal.Remedy.Act;
import dev.mandate.ports.api.refusal.Remedy.Form;
import dev.mandate.ports.api.refusal.Remedy.RepeatWith;

/** The table of refusals to use a spending limit that the engine keeps: code, subject, message, facts and remedy of each. */
public final class LimitFailures {

    private LimitFailures() {}

    public static Failure of(LimitUseRefusal refusal) {
        return switch (refusal) {
            case LimitUseRefusal.NotBuilt(var why) -> BuildFailures.of(why);
            case LimitUseRefusal.ByRule(Address limit, var why) -> of(limit, why);
            case LimitUseRefusal.ByIntent(var why) -> IntentFailures.of(why);
            case LimitUseRefusal.Landed(var nonce, var signature) -> Failure.at(
                    INTENT_NONCE, INTENT_SPENT, "The use that the intent with this nonce allows landed before: %s.",
                    fact("transaction_signature", signature));
            case LimitUseRefusal.HistoryIncomplete incomplete -> TenantFailures.historyIncomplete();
            case LimitUseRefusal.NonceNotAllowed notAllowed ->
                Failure.at(NONCE_ACCOUNT, NONCE_NOT_ALLOWED, "The key of a limit never signs with a durable nonce.")
                        .remedy(RepeatWith.of(Form.Plain.WITHOUT_NONCE));
            case LimitUseRefusal.KeyReused reused -> TenantFailures.keyReused();
        };
    }

    static Failure of(Address limit, EngineLimitRefusal refusal) {
        return switch (refusal) {
            case EngineLimitRefusal.Over(var ending) -> Failure.of(
                            LIMIT_OVER, "The spending limit at %s is over: %s.",
                            fact("spending_limit_address", limit), fact("over", RefusalText.word(ending)))
                    .remedy(new Remedy.DoFirst(Act.CREATE_LIMIT));
            case EngineLimitRefusal.NotSpent(var why) -> RuleFailures.of(new Refusal.NotSpent(why));
            case EngineLimitRefusal.UsesOpen(int open, int most) -> Failure.of(
                            LIMIT_USE_OPEN, "%s uses of the limit may still land, and it takes %s at once.",
                            fact("open", open), fact("most", most))
                    .remedy(new Remedy.DoFirst(Act.WAIT_FOR_USES));
            case EngineLimitRefusal.EqualUseOpen equal -> Failure.of(LIMIT_USE_OPEN, "The chain would take this for a use that was made before.")
                    .remedy(RepeatWith.of(Form.Plain.WITHOUT_MEMO));
            case EngineLimitRefusal.LostUsesOpen(var until) -> Failure.of(
                            LIMIT_USE_OPEN, "The journal has lost commits. Uses that were signed before may still land until %s.",
                            fact("until", until))
                    .remedy(new Remedy.DoFirst(Act.WAIT_FOR_USES));
            case EngineLimitRefusal.NotReserved not -> Failure.at(
                            TRANSACTION, LIMIT_NOT_RESERVED, "Nothing is reserved for this transaction, or it has lapsed: %s.",
                            fact("spending_limit_address", limit))
                    .remedy(new Remedy.DoFirst(Act.ASK_FOR_NEW_USE));
            case EngineLimitRefusal.NotExpired not -> throw new IllegalStateException("nobody asks that a limit expires early");
        };
    }
}
