package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.solana.squadsv4.SpendingLimitTerms;
import dev.mandate.solana.squadsv4.SquadsPeriod;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;

/** Spending limits. */
public final class LimitsTerms {

    private LimitsTerms() {}

    public static LimitTerms read(SpendingLimitTerms terms) {
        return new LimitTerms(
                terms.createKey(),
                terms.vaultIndex(),
                Token.ofMint(terms.mint()),
                BaseUnits.ofUnsignedBits(terms.amount()),
                period(terms.period()),
                terms.members(),
                terms.destinations());
    }

    public static SpendingLimitTerms write(LimitTerms terms) {
        return new SpendingLimitTerms(
                terms.createKey(),
                terms.vaultIndex(),
                terms.token().mintAddress(),
                terms.amount().bits(),
                period(terms.period()),
                terms.signers(),
                terms.destinations());
    }

    public static SpendingLimit read(SpendingLimitAccount account) {
        return new SpendingLimit(
                new LimitTerms(
                        account.createKey(),
                        account.vaultIndex(),
                        Token.ofMint(account.mint()),
                        BaseUnits.ofUnsignedBits(account.amount()),
                        period(account.period()),
                        account.members(),
                        account.destinations()),
                new Window(new UnixTime(account.lastReset()), BaseUnits.ofUnsignedBits(account.remainingAmount())));
    }

    /**
     * The account of a limit.
     *
     * @param bump of the limit's address
     */
    public static SpendingLimitAccount write(SpendingLimit limit, Address multisig, int bump) {
        LimitTerms terms = limit.terms();
        return new SpendingLimitAccount(
                multisig,
                terms.createKey(),
                terms.vaultIndex(),
                terms.token().mintAddress(),
                terms.amount().bits(),
                period(terms.period()),
                limit.window().remaining().bits(),
                limit.window().start().seconds(),
                bump,
                terms.signers(),
                terms.destinations());
    }

    private static dev.mandate.domain.spending.Period period(SquadsPeriod period) {
        return switch (period) {
            case ONE_TIME -> dev.mandate.domain.spending.Period.ONE_TIME;
            case DAY -> dev.mandate.domain.spending.Period.DAY;
            case WEEK -> dev.mandate.domain.spending.Period.WEEK;
            case MONTH -> dev.mandate.domain.spending.Period.MONTH;
        };
    }

    private static SquadsPeriod period(dev.mandate.domain.spending.Period period) {
        return switch (period) {
            case ONE_TIME -> SquadsPeriod.ONE_TIME;
            case DAY -> SquadsPeriod.DAY;
            case WEEK -> SquadsPeriod.WEEK;
            case MONTH -> SquadsPeriod.MONTH;
        };
    }
}
