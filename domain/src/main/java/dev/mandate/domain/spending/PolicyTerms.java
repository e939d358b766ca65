package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The terms of a spending limit as the interface has them.
 *
 * @param createKey the key from which the limit's address is derived; used once
 * @param vaultIndex the vault that is spent from, 0 to 255; the smart account address is vault 0
 * @param signers each is entitled to use the limit alone
 * @param destinations the allowed receivers; empty allows any
 * @param expiration the first second at which the limit is over; none if never
 */
public record PolicyTerms(
        Address createKey,
        int vaultIndex,
        Token token,
        BaseUnits amount,
        PolicyPeriod period,
        Array<Address> signers,
        Array<Address> destinations,
        Option<UnixTime> expiration)
        implements RequestedTerms {

    /** What the chain keeps, as terms of the interface. */
    public static PolicyTerms of(LimitTerms terms) {
        return new PolicyTerms(
                terms.createKey(),
                terms.vaultIndex(),
                terms.token(),
                terms.amount(),
                switch (terms.period()) {
                    case ONE_TIME -> PolicyPeriod.ONE_TIME;
                    case DAY -> PolicyPeriod.DAY;
                    case WEEK -> PolicyPeriod.WEEK;
                    case MONTH -> PolicyPeriod.MONTH;
                },
                terms.signers(),
                terms.destinations(),
                Option.none());
    }

    /** The terms by which the chain alone keeps all of this; none if it cannot. */
    public Option<LimitTerms> withoutEngine() {
        return expiration.isDefined()
                ? Option.none()
                : period.onChain().map(same -> onChain(same, signers));
    }

    /**
     * The terms of the limit on the chain that only the engine's key can use. They are the tightest ones that allow what these terms allow.
     *
     * @param policyKey the engine's key
     */
    public LimitTerms onChain(Address policyKey, UnixTime now) {
        return onChain(period.onChain().getOrElse(() -> isSpentAtMostOnce(now) ? Period.ONE_TIME : Period.MONTH), Array.of(policyKey));
    }

    /**
     * Whether a limit of the chain with these terms is one that {@link #onChain(Address, UnixTime)} makes. A year that expires was made for one
     * window or for months, depending on the time.
     */
    public boolean imply(LimitTerms chains, Address policyKey) {
        Array<Period> possible = switch (period) {
            case ONE_TIME -> Array.of(Period.ONE_TIME);
            case DAY -> Array.of(Period.DAY);
            case WEEK -> Array.of(Period.WEEK);
            case MONTH -> Array.of(Period.MONTH);
            case YEAR -> expiration.isDefined() ? Array.of(Period.ONE_TIME, Period.MONTH) : Array.of(Period.MONTH);
        };
        return possible.exists(one -> onChain(one, Array.of(policyKey)).grantTheSameAs(chains));
    }

    /** Every problem of these terms; empty if they make a limit. */
    public Array<LimitProblem> problems() {
        return onChain(Period.ONE_TIME, signers).problems();
    }

    /** Whether the amount can never be restored before the limit is over. */
    private boolean isSpentAtMostOnce(UnixTime now) {
        return period == PolicyPeriod.ONE_TIME
                || expiration.exists(end -> end.compareTo(now.plusSeconds(PolicyPeriod.YEAR_SECONDS)) <= 0);
    }

    private LimitTerms onChain(Period chains, Array<Address> members) {
        return new LimitTerms(createKey, vaultIndex, token, amount, chains, members, destinations);
    }

    public PolicyTerms withCreateKey(Address next) {
        return new PolicyTerms(next, vaultIndex, token, amount, period, signers, destinations, expiration);
    }

    /** Whether both grant the same, without regard to the create key and to the order of signers and destinations. */
    public boolean grantTheSameAs(PolicyTerms other) {
        return withCreateKey(other.createKey).sorted().equals(other.sorted());
    }

    private PolicyTerms sorted() {
        return new PolicyTerms(
                createKey, vaultIndex, token, amount, period, signers.sorted(), destinations.distinct().sorted(), expiration);
    }
}
