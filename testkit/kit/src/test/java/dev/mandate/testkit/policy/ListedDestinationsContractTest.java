package dev.mandate.testkit.policy;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.policy.PolicyVerdict;
import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** A policy as a host would write it, under the contract. */
class ListedDestinationsContractTest extends TransactionPolicyContract {

    private static final Address LISTED = address('7');

    @Override
    protected TransactionPolicy policy() {
        return input -> PolicyVerdict.of(input.all()
                .flatMap(one -> one.calls())
                .filter(call -> call instanceof DecodedCall.Read read
                        && read.receivers().exists(names -> !names.contains(LISTED)))
                .map(call -> new PolicyReason("listed-destinations", "it pays an address that is not listed")));
    }

    @Override
    protected Array<Instruction> vetoed() {
        return Array.of(SystemProgram.transfer(ACCOUNT.address(), address('8'), BaseUnits.of(1)));
    }

    @Override
    protected Array<Instruction> allowed() {
        return Array.of(SystemProgram.transfer(ACCOUNT.address(), LISTED, BaseUnits.of(1)));
    }
}
