package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.control.Option;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** A change after which nobody could change the settings is built only for a caller who means it. A third signer has no key. */
class LockoutOverHttpTest {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;
    private static final String BUILDERS = "/api/v0/smart_account/transaction/";

    private final HttpFixture fixture = new HttpFixture();
    private final Address keyless = PROGRAM.locate(TestKey.of("another account").address()).address();
    private final String account = withKeylessSigner(new AdminControl.None());
    private final String path = "/api/v1/smart-accounts/" + account;

    /** Two of three signers decide. Another client has added the third, and has handed the settings on. */
    private String withKeylessSigner(AdminControl next) {
        String made = fixture.served(
                        "POST",
                        "/api/v1/smart-accounts",
                        quoted("{'smart_account_signers':[%s,%s],'threshold':2,'admin_address':'%s'}")
                                .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), fixture.ada.address()))
                .get("smart_account_address")
                .stringValue();
        Address admin = fixture.ada.address();
        String signed = fixture.base64Signed(fixture.draft(
                admin.toString(),
                PROGRAM.encode(ref(made), new Operation.ChangeAsAdmin(
                        admin, admin, new SettingsAction.AddSigner(new Signer(keyless, Permissions.ALL)), Option.none())),
                PROGRAM.encode(ref(made), new Operation.HandOver(admin, admin, next, Option.none()))));
        SendOutcome sent = fixture.chain.send(Bytes.of(Base64.getDecoder().decode(signed))).get();
        assertEquals(SendOutcome.Accepted.class, sent.getClass(), sent::toString);
        return made;
    }

    private AccountRef ref(String made) {
        return PROGRAM.accountOf(new SettingsAddress(Address.of(
                fixture.served("GET", "/api/v1/smart-accounts/" + made, "").get("multisig_address").stringValue())));
    }

    private void assertAcknowledged(String method, String call, String body) {
        ObjectNode refused = fixture.refusal(422, "needs_acknowledgement", method, call, body);
        assertEquals("locks_out", refused.get("details").get(1).get("code").stringValue(), refused::toString);

        ObjectNode built = fixture.served(method, call + "?acknowledge=locks_out", body);
        assertEquals("locks_out", built.at("/warnings/0/code").stringValue(), built::toString);
    }

    private String signers() {
        return quoted("'transaction_signers':['%s','%s']").formatted(fixture.alice.address(), fixture.bob.address());
    }

    private String builder(String field) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},%s,%s}").formatted(account, field, signers());
    }

    @Test
    void aChangeOfSettings() {
        assertAcknowledged("PATCH", path, quoted("{'threshold':3,%s}").formatted(signers()));
    }

    @Test
    void theRemovalOfASigner() {
        assertAcknowledged("POST", BUILDERS + "signers/remove", builder(quoted("'signer_address':'%s'").formatted(fixture.bob.address())));
    }

    @Test
    void anotherThreshold() {
        assertAcknowledged("POST", BUILDERS + "threshold/update", builder(quoted("'threshold':3")));
    }

    @Test
    void aRecordedChangeOfSettings() {
        assertAcknowledged("POST", path + "/transactions", quoted("{'settings':{'threshold':3},'transaction_signers':['%s']}").formatted(fixture.alice.address()));
    }

    @Test
    void aTransactionWhoseVaultChangesAnotherAccount() {
        Address holding = Address.of(fixture.account(fixture.acme));
        AccountRef held = ref(withKeylessSigner(new AdminControl.HeldBy(holding)));

        assertAcknowledged(
                "POST",
                "/api/v1/smart-accounts/" + holding + "/transactions",
                quoted("{'transaction':'%s','transaction_signers':['%s']}").formatted(
                        fixture.draft(holding.toString(),
                                PROGRAM.encode(held, new Operation.ChangeAsAdmin(
                                        holding, holding, new SettingsAction.ChangeThreshold(new Threshold(3)), Option.none())),
                                PROGRAM.encode(held, new Operation.HandOver(holding, holding, new AdminControl.None(), Option.none()))),
                        fixture.alice.address()));
    }
}
