package dev.mandate.domain.smartaccount;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class CreateAccountRulesTest {

    @Test
    void equalSignersHoldAllPermissionsAndTheThresholdDecides() {
        Address alice = Address.of("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");
        Address bob = Address.of("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
        Command.CreateAccount create = Command.CreateAccount.ofEquals(2, alice, bob);
        assertEquals(
                new Command.CreateAccount(
                        Array.of(new Signer(alice, Permissions.ALL), new Signer(bob, Permissions.ALL)),
                        new Threshold(2),
                        TimeLock.NONE,
                        new AdminControl.None(),
                        Option.none()),
                create);
        assertTrue(new SmartAccountRules().decide(Option.none(), create, new UnixTime(0)).isRight());
    }
}
