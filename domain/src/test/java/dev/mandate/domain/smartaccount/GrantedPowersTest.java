package dev.mandate.domain.smartaccount;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Who gets power by a command. */
class GrantedPowersTest {

    private static final Address ADMIN = address(1);
    private static final Signer ALICE = new Signer(address(2), Permissions.ALL);
    private static final Signer BOB = new Signer(address(3), Permissions.ALL);
    private static final SettingsAction ADD = new SettingsAction.AddSigner(BOB);
    private static final SettingsAction LIMIT = new SettingsAction.AddSpendingLimit(
            address(4), LimitTerms.of(address(5), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(address(6))));

    @Test
    void aCreationGivesPowerToTheAdminAndTheSigners() {
        assertEquals(
                powers(Array.of(ADMIN), Array.of(ALICE.address(), BOB.address()), Array.empty()),
                GrantedPowers.by(new Command.CreateAccount(
                        Array.of(ALICE, BOB), new Threshold(1), TimeLock.NONE, new AdminControl.HeldBy(ADMIN), Option.none())));
    }

    @Test
    void aHandoverGivesPowerToTheNextAdmin() {
        assertEquals(
                powers(Array.of(ADMIN), Array.empty(), Array.empty()),
                GrantedPowers.by(new Command.HandOver(address(9), new AdminControl.HeldBy(ADMIN))));
    }

    @Test
    void aChangeGrantsPowersToSignersAndSpendersUnderAnyAuthority() {
        GrantedPowers both = powers(Array.empty(), Array.of(BOB.address()), Array.of(address(6)));

        assertEquals(
                both,
                GrantedPowers.by(new Command.CreateTransaction(
                        ALICE.address(),
                        new TransactionContent.SettingsChange(
                                Array.of(ADD, new SettingsAction.RemoveSigner(address(7)), LIMIT)))));
        assertEquals(
                both,
                GrantedPowers.by(new Command.ChangeAsAdmin(ADMIN, ADD)).and(GrantedPowers.by(new Command.ChangeAsAdmin(ADMIN, LIMIT))));
    }

    @Test
    void instructionsOfAVaultAndOtherCommandsGiveNone() {
        assertEquals(
                GrantedPowers.NONE,
                GrantedPowers.by(new Command.CreateTransaction(
                        ALICE.address(), new TransactionContent.VaultInstructions(0, Bytes.EMPTY))));
        assertEquals(GrantedPowers.NONE, GrantedPowers.by(new Command.Execute(ALICE.address(), 1)));
    }

    @Test
    void aPresentSignerGetsNoPower() {
        assertEquals(
                powers(Array.of(ADMIN), Array.of(BOB.address()), Array.of(ALICE.address())),
                powers(Array.of(ADMIN), Array.of(ALICE.address(), BOB.address()), Array.of(ALICE.address())).withoutSigners(Array.of(ALICE.address())));
    }

    private static GrantedPowers powers(Array<Address> admins, Array<Address> signers, Array<Address> spenders) {
        return new GrantedPowers(admins, signers, spenders);
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
