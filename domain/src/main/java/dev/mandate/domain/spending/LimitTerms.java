package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;

/**
 * The terms of a spending limit. Signers of the limit and signers of the account are independent: removing a signer from the account does
 * not remove it here. Invalid terms can be represented, because the chain lets them be proposed; {@link #problems} lists their faults.
 *
 * @param createKey the key from which the limit's address is derived; used once
 * @param vaultIndex the vault that is spent from, 0 to 255; the smart account address is vault 0
 * @param amount the amount per period, in the token's base units
 * @param signers each may spend alone; a limit in force has them in the order of their addresses
 * @param destinations the allowed receivers; empty allows any
 */
public record LimitTerms(
        Address createKey,
        int vaultIndex,
        Token token,
        BaseUnits amount,
        Period period,
        Array<Address> signers,
        Array<Address> destinations)
        implements RequestedTerms {

    public LimitTerms {
        if (vaultIndex < 0 || vaultIndex > 255) {
            throw new IllegalArgumentException("a vault index is one byte, not " + vaultIndex);
        }
    }

    /** Terms for spending from vault 0 to anyone. */
    public static LimitTerms of(
            Address createKey, Token token, BaseUnits amount, Period period, Array<Address> signers) {
        return new LimitTerms(createKey, 0, token, amount, period, signers, Array.empty());
    }

    public LimitTerms withCreateKey(Address next) {
        return new LimitTerms(next, vaultIndex, token, amount, period, signers, destinations);
    }

    public LimitTerms withVault(int nextIndex) {
        return new LimitTerms(createKey, nextIndex, token, amount, period, signers, destinations);
    }

    public LimitTerms withAmount(BaseUnits next) {
        return new LimitTerms(createKey, vaultIndex, token, next, period, signers, destinations);
    }

    public LimitTerms withPeriod(Period next) {
        return new LimitTerms(createKey, vaultIndex, token, amount, next, signers, destinations);
    }

    public LimitTerms withSigners(Array<Address> next) {
        return new LimitTerms(createKey, vaultIndex, token, amount, period, next, destinations);
    }

    public LimitTerms withDestinations(Array<Address> next) {
        return new LimitTerms(createKey, vaultIndex, token, amount, period, signers, next);
    }

    /** Whether both grant the same, without regard to the create key and to the order of signers and destinations. */
    public boolean grantTheSameAs(LimitTerms other) {
        return withCreateKey(other.createKey).withoutOrder().equals(other.withoutOrder());
    }

    /**
     * How many windows a span of 365 days can touch. What the chain lets pass within a year is at most this many times the amount.
     */
    public int windowsInYear() {
        return period.lengthSeconds()
                .map(length -> Math.toIntExact(Math.ceilDiv(PolicyPeriod.YEAR_SECONDS, length)) + 1)
                .getOrElse(1);
    }

    private LimitTerms withoutOrder() {
        return sorted().withDestinations(destinations.distinct().sorted());
    }

    /** With the signers in the order of their addresses, in which the program stores them. */
    LimitTerms sorted() {
        return withSigners(signers.sorted());
    }

    /** Every problem of these terms, in the program's order of checks; empty if they make a limit. */
    public Array<LimitProblem> problems() {
        Array<LimitProblem> problems = amount.isZero() ? Array.of(new LimitProblem.AmountZero()) : Array.empty();
        return signers.isEmpty()
                ? problems.append(new LimitProblem.NoSigners())
                : problems.appendAll(signers.sorted()
                        .filter(signer -> signers.count(signer::equals) > 1)
                        .distinct()
                        .map(LimitProblem.DuplicateSigner::new));
    }
}
