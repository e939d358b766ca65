package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * Money that an instruction moves, or lets somebody move.
 *
 * @param asset what moves
 * @param from the account that loses it; none if it is made
 * @param to the account that gains it; none if it is destroyed
 * @param amount how much
 */
public record MoneyMove(Asset asset, Option<Address> from, Option<Address> to, MoneyAmount amount) {

    /** What moves. */
    public sealed interface Asset {

        record Sol() implements Asset {}

        /**
         * Tokens.
         *
         * @param mint none if it is not known
         */
        record Tokens(Option<Address> mint) implements Asset {}

        /** Anything that an instruction which is not understood may take. */
        record Anything() implements Asset {}
    }
}
