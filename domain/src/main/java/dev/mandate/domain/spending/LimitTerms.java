package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/**
 * What a spending limit grants. Being a signer of the limit and a signer of the account are two things: removing someone from
 * the account does not remove them here. Terms that make no limit can be written down, because the chain lets them be proposed:
 * {@link #problems} tells.
 *
 * @param createKey the key from which the limit's address is derived; used once
 * @param vaultIndex which of the account's vaults is spent from, 0 to 255; the smart account address is vault 0
 * @param amount what may be spent per period, in the token's base units
 * @param signers who may spend, each alone
 * @param destinations who may receive; empty means anyone
 */
public record LimitTerms(
        Address createKey,
        int vaultIndex,
        Token token,
        BaseUnits amount,
        Period period,
        Array<Address> signers,
        Array<Address> destinations) {

    public LimitTerms {
        if (vaultIndex < 0 || vaultIndex > 255) {
            throw new IllegalArgumentException("a vault index is one byte, not " + vaultIndex);
        }
        signers = signers.sorted();
    }

    public LimitTerms(
            Address createKey,
            int vaultIndex,
            Token token,
            BaseUnits amount,
            Period period,
            Seq<Address> signers,
            Seq<Address> destinations) {
        this(createKey, vaultIndex, token, amount, period, Array.ofAll(signers), Array.ofAll(destinations));
    }

    /** Whether both grant just the same, whatever keys they are made by. */
    public boolean grantTheSameAs(LimitTerms other) {
        return equals(new LimitTerms(
                createKey, other.vaultIndex, other.token, other.amount, other.period, other.signers, other.destinations));
    }

    /** Why these terms make no limit: every reason, in the program's order of checks; empty if they do. */
    public Array<LimitProblem> problems() {
        return (amount.isZero() ? Array.<LimitProblem>of(new LimitProblem.AmountZero()) : Array.<LimitProblem>empty())
                .appendAll(problemsOfSorted(signers));
    }

    private static Array<LimitProblem> problemsOfSorted(Array<Address> signers) {
        if (signers.isEmpty()) {
            return Array.of(new LimitProblem.NoSigners());
        }
        Array<LimitProblem> problems = Array.empty();
        for (int i = 1; i < signers.size(); i++) {
            Address signer = signers.get(i);
            if (signer.equals(signers.get(i - 1)) && (i < 2 || !signer.equals(signers.get(i - 2)))) {
                problems = problems.append(new LimitProblem.DuplicateSigner(signer));
            }
        }
        return problems;
    }
}
