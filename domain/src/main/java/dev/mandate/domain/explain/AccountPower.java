package dev.mandate.domain.explain;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Who can move the money of a smart account. */
public sealed interface AccountPower {

    /** There is no such account. */
    record NoAccount() implements AccountPower {}

    /** Its settings were not read. */
    record NotRead() implements AccountPower {}

    /**
     * The power by an account's settings. Open transactions are left out.
     *
     * @param movers the smallest sets of keys that can move everything; none if the account has too many signers to count them
     * @param limits those that the explained transaction adds or removes: each of their signers can move money alone, up to the amount
     */
    record Known(Settings settings, Option<Array<Movers>> movers, Map<Address, LimitTerms> limits) implements AccountPower {}

    /**
     * A smallest set of keys that can move everything.
     *
     * @param waitSeconds from their approval to the earliest execution
     */
    record Movers(Array<Address> keys, long waitSeconds) {}

    /** The power that {@code account} gives. */
    static Known of(AccountRules rules, Address address, SmartAccount account) {
        return of(Exposures.ofRules(rules, address, account));
    }

    /** The power after {@code commands}; transactions among them count as executed. What the rules refuse changes nothing. */
    static Known after(AccountRules rules, Address address, SmartAccount account, Array<Command> commands) {
        return of(Exposures.ofRules(rules, address, account).after(commands));
    }

    private static Known of(Exposures exposures) {
        SmartAccount account = exposures.known().subject();
        return new Known(
                account.settings(),
                exposures.drainingSets()
                        .toOption()
                        .map(sets -> sets.map(set -> new Movers(set.keys(), set.at().secondsSince(exposures.now())))),
                account.limits().mapValues(SpendingLimit::terms));
    }
}
