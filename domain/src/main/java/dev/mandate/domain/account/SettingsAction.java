package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import io.vavr.control.Option;

/**
 * One step of a change of settings, by vote or by the admin. Handing over admin control is not among them: no vote can do it.
 * All but the rent collector and the spending limits make what was proposed before stale.
 */
public sealed interface SettingsAction {

    record AddSigner(Signer signer) implements SettingsAction {}

    record RemoveSigner(Address signer) implements SettingsAction {}

    record ChangeThreshold(Threshold threshold) implements SettingsAction {}

    record SetTimeLock(TimeLock timeLock) implements SettingsAction {}

    /**
     * Who gets the rent back.
     *
     * @param collector none: nobody does
     */
    record SetRentCollector(Option<Address> collector) implements SettingsAction {}

    /**
     * A new spending limit.
     *
     * @param limit the address under which it will be found
     */
    record AddSpendingLimit(Address limit, LimitTerms terms) implements SettingsAction {}

    record RemoveSpendingLimit(Address limit) implements SettingsAction {}
}
