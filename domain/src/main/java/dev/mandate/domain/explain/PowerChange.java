package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import io.vavr.control.Option;

/** Who may act for an account before and after what is explained. Stored content counts as executed. */
public sealed interface PowerChange {

    /**
     * A change of a smart account's settings or limits.
     *
     * @param account the smart account address
     * @param source where the power before was read
     */
    record OverSmartAccount(Address account, SettingsAddress settings, AccountPower before, AccountPower after, FactSource source)
            implements PowerChange {}

    /**
     * A change of one right over any other account.
     *
     * @param account over which somebody has the right
     * @param right in the words of its program, in snake_case
     */
    record OfRight(Address account, String right, Holder before, Holder after) implements PowerChange {}

    /** Who has a right. */
    sealed interface Holder {

        record Known(Address address) implements Holder {}

        record Nobody() implements Holder {}

        /** The bytes do not tell it, and the chain was not read or does not tell it either. */
        record Unknown() implements Holder {}

        static Holder of(Option<Address> holder) {
            return holder.<Holder>map(Known::new).getOrElse(Nobody::new);
        }
    }
}
