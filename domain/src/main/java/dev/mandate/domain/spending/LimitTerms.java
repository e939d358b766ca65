package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;

/**
 * What a spending limit grants. Being a signer of the limit and a signer of the account are two things: removing someone from
 * the account does not remove them here.
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
        Vector<Address> signers,
        Vector<Address> destinations) {

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
        this(createKey, vaultIndex, token, amount, period, Vector.ofAll(signers), Vector.ofAll(destinations));
    }

    /** Whether both grant just the same, whatever keys they are made by. */
    public boolean grantTheSameAs(LimitTerms other) {
        return equals(new LimitTerms(
                createKey, other.vaultIndex, other.token, other.amount, other.period, other.signers, other.destinations));
    }

    /** Why these terms make no limit: every reason, in the program's order of checks; empty if they do. */
    public Vector<LimitProblem> problems() {
        return problemsOf(amount).appendAll(problemsOfSorted(signers));
    }

    /** Why no limit can be of {@code amount}. */
    public static Vector<LimitProblem> problemsOf(BaseUnits amount) {
        return amount.isZero() ? Vector.of(new LimitProblem.AmountZero()) : Vector.empty();
    }

    /** Why no limit can be for {@code signers}, in any order. */
    public static Vector<LimitProblem> problemsOf(Seq<Address> signers) {
        return problemsOfSorted(Vector.ofAll(signers).sorted());
    }

    private static Vector<LimitProblem> problemsOfSorted(Vector<Address> signers) {
        if (signers.isEmpty()) {
            return Vector.of(new LimitProblem.NoSigners());
        }
        Vector<LimitProblem> problems = Vector.empty();
        for (int i = 1; i < signers.size(); i++) {
            Address signer = signers.get(i);
            if (signer.equals(signers.get(i - 1)) && (i < 2 || !signer.equals(signers.get(i - 2)))) {
                problems = problems.append(new LimitProblem.DuplicateSigner(signer));
            }
        }
        return problems;
    }
}
