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

/** An account to be made, in the words of a test. */
record Founding(Command.CreateAccount terms) {

    /** So many of {@code signers}, without time lock, admin or rent collector. */
    static Founding of(int threshold, Signer... signers) {
        return new Founding(new Command.CreateAccount(
                Array.of(signers),
                new Threshold(threshold),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.none()));
    }

    /** The same with signers who may do everything. */
    static Founding of(int threshold, Address... signers) {
        return of(
                threshold,
                Array.of(signers).map(Founding::allowedAll).toJavaArray(Signer[]::new));
    }

    static Signer allowedAll(Address address) {
        return new Signer(address, Permissions.ALL);
    }

    Founding lockedFor(long seconds) {
        return new Founding(new Command.CreateAccount(
                terms.signers(), terms.threshold(), new TimeLock(seconds), terms.admin(), terms.rentCollector()));
    }

    Founding administeredBy(Address admin) {
        return new Founding(new Command.CreateAccount(
                terms.signers(),
                terms.threshold(),
                terms.timeLock(),
                new AdminControl.HeldBy(admin),
                terms.rentCollector()));
    }

    Founding collectingRentFor(Address collector) {
        return new Founding(new Command.CreateAccount(
                terms.signers(), terms.threshold(), terms.timeLock(), terms.admin(), Option.some(collector)));
    }
}
