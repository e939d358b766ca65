package dev.mandate.engine.creation;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;

/** SHA-256 of the terms on which an account is made: signers, threshold, time lock, admin and rent collector. The order of signers does not matter. */
final class TermsDigest {

    private static final String NOBODY = "-";

    private TermsDigest() {}

    static Bytes32 of(Command.CreateAccount terms) {
        Option<Address> admin = switch (terms.admin()) {
            case AdminControl.None none -> Option.none();
            case AdminControl.HeldBy(Address held) -> Option.some(held);
        };
        return Sha256.of("mandate/account-terms/v1 %s %s %s %s %s".formatted(
                terms.signers().map(signer -> signer.address() + ":" + signer.permissions().mask()).sorted().mkString(","),
                terms.threshold().value(),
                terms.timeLock().seconds(),
                text(admin),
                text(terms.rentCollector())));
    }

    private static String text(Option<Address> address) {
        return address.map(Address::toString).getOrElse(NOBODY);
    }
}
