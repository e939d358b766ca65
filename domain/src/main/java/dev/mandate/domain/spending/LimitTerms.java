package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;

/**
 * What a spending limit grants. Being a signer of the limit and a signer of the account are two things: removing someone from
 * the account does not remove them here. Terms that make no limit can be written down, because the chain lets them be proposed:
 * {@link #problems} tells.
 *
 * @param createKey the key from which the limit's address is derived; used once
 * @param vaultIndex which of the account's vaults is spent from, 0 to 255; the smart account address is vault 0
 * @param amount what may be spent per period, in the token's base units
 * @param signers who may spend, each alone; a limit in force holds them in the order of their addresses
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

    public LimitTerms withToken(Token next) {
        return new LimitTerms(createKey, vaultIndex, next, amount, period, signers, destinations);
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

    /** Whether both grant the same: the create key and the order of the signers make no difference. */
    public boolean grantTheSameAs(LimitTerms other) {
        return withCreateKey(other.createKey).sorted().equals(other.sorted());
    }

    /** With the signers in the order of their addresses, in which the program stores them. */
    LimitTerms sorted() {
        return withSigners(signers.sorted());
    }

    /** Why these terms make no limit: every reason, in the program's order of checks; empty if they do. */
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
