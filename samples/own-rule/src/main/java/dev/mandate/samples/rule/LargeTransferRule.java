package dev.mandate.samples.rule;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import io.vavr.collection.Array;

/**
 * No transfer above a limit without one signer: who proposes, approves or executes it has that signer sign the same transaction. Content
 * whose effect cannot be read needs that signer too.
 */
public record LargeTransferRule(Token token, BaseUnits limit, Address signer) implements TransactionPolicy {

    public static final String ID = "large-transfer";

    @Override
    public PolicyVerdict decide(PolicyInput input) {
        return PolicyVerdict.of(isSigned(input) ? Array.empty() : large(input).appendAll(unread(input)));
    }

    private boolean isSigned(PolicyInput input) {
        return input.instructions()
                .flatMap(one -> one.instruction().accounts())
                .exists(account -> account.signer() && account.address().equals(signer));
    }

    private Array<PolicyReason> large(PolicyInput input) {
        return input.all()
                .flatMap(DecodedInstruction::calls)
                .filter(call -> call instanceof DecodedCall.Read read
                        && read.token().contains(token)
                        && read.amount().exists(amount -> amount.compareTo(limit) > 0))
                .map(call -> new PolicyReason(ID, "a transfer above " + limit + " needs the signature of " + signer));
    }

    /** The instructions of the transaction itself are the engine's own. */
    private Array<PolicyReason> unread(PolicyInput input) {
        return input.instructions()
                .flatMap(DecodedInstruction::contents)
                .flatMap(content -> content.instructions().flatMap(DecodedInstruction::all))
                .flatMap(DecodedInstruction::calls)
                .filter(DecodedCall.Unread.class::isInstance)
                .map(call -> new PolicyReason(ID, "a call of " + call.program() + " cannot be read, and needs the signature of " + signer));
    }
}
