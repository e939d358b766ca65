package dev.mandate.engine;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The terms of an account to be made. */
record NewAccount(Command.CreateAccount terms) {

    /** So many of {@code signers}, without time lock, admin or rent collector. */
    static NewAccount of(int threshold, Signer... signers) {
        return new NewAccount(new Command.CreateAccount(
                Array.of(signers),
                new Threshold(threshold),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none()));
    }

    /** The same with signers who may do everything. */
    static NewAccount of(int threshold, Address... signers) {
        return of(
                threshold,
                Array.of(signers).map(NewAccount::allowedAll).toJavaArray(Signer[]::new));
    }

    static Signer allowedAll(Address address) {
        return new Signer(address, Permissions.ALL);
    }

    NewAccount lockedFor(long seconds) {
        return new NewAccount(new Command.CreateAccount(
                terms.signers(), terms.threshold(), new TimeLock(seconds), terms.admin(), terms.rentCollector()));
    }

    NewAccount administeredBy(Address admin) {
        return new NewAccount(new Command.CreateAccount(
                terms.signers(),
                terms.threshold(),
                terms.timeLock(),
                new AdminControl.HeldBy(admin),
                terms.rentCollector()));
    }

    NewAccount collectingRentFor(Address collector) {
        return new NewAccount(new Command.CreateAccount(
                terms.signers(), terms.threshold(), terms.timeLock(), terms.admin(), Option.some(collector)));
    }
}
