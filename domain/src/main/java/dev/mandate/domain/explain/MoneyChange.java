package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;

/** What an account loses or gains. For tokens the account is a token account. */
public record MoneyChange(Address account, MoneyMove.Asset asset, Direction direction, MoneyAmount amount, Occasion occasion) {

    public enum Direction {
        LOSES,
        GAINS
    }

    /** When money moves. */
    public enum Occasion {
        /** When the transaction lands. */
        NOW,
        /** When content that it does not execute itself is executed. */
        LATER,
        /** As the fee of the transaction. */
        FEE
    }
}
