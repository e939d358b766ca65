package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Roles for addresses that cannot sign, and money for addresses that cannot use it. */
class ReceiversOverHttpTest {

    private static final long SOL = 1_000_000_000;
    private static final String NATIVE = "11111111111111111111111111111111";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String grid = "/api/grid/v1/accounts/" + account;
    private final Address vault = Address.parse(account).get();
    private final Address settings = Address.parse(
                    fixture.served("GET", path, "").get("multisig_address").stringValue())
            .get();
    private final Address mint = TestKey.of("mint").address();
    private final Address tokens = TestKey.of("token account").address();

    ReceiversOverHttpTest() {
        fixture.fund(account, 5 * SOL);
        put(mint, new MintAccount(Option.none(), BaseUnits.of(9), 0, Option.none(), Bytes.EMPTY).encode());
        put(tokens, TokenAccount.of(mint, fixture.carol.address(), BaseUnits.ZERO).encode());
    }

    private void put(Address address, Bytes data) {
        fixture.chain.put(address, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN.id(), data, false));
    }

    private Array<String> unable() {
        return Array.of(
                NATIVE,
                TokenProgram.TOKEN.id().toString(),
                "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf",
                "SysvarC1ock11111111111111111111111111111111",
                mint.toString(),
                tokens.toString(),
                settings.toString());
    }

    @Test
    void noAccountIsMadeWithASignerThatCannotSign() {
        for (String other : unable()) {
            fixture.refused(
                    422,
                    "cannot_sign",
                    "POST",
                    "/api/v1/smart-accounts",
                    fixture.terms().replace(fixture.bob.address().toString(), other),
                    "smart_account_signers");
        }
    }

    @Test
    void noRoleIsGivenToAnAddressThatCannotSign() {
        for (String other : unable().append(account)) {
            fixture.refused(
                    422,
                    "cannot_sign",
                    "PATCH",
                    path,
                    quoted("{'smart_account_signers':[%s,%s,{'address':'%s','permissions':['CAN_VOTE']}]}")
                            .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), other),
                    "smart_account_signers");
        }
        for (String other : unable()) {
            for (String made : Array.of(path + "/spending-limits", grid + "/spending-limit")) {
                fixture.refused(422, "cannot_sign", "POST", made, limit(NATIVE, other, fixture.carol.address()), "spending_limit_signers");
            }
        }
    }

    @Test
    void moneyForTheSettingsAddressNeedsAnAcknowledgementAtEachStep() {
        String paying = quoted("{'transaction':'%s'}").formatted(fixture.draft(account, HttpFixture.transfer(account, settings, SOL)));
        for (String prepare : Array.of(path + "/transactions", grid + "/transactions")) {
            assertUnusable(fixture.refusal(422, "needs_acknowledgement", "POST", prepare, paying));
        }
        ObjectNode proposed = fixture.served("POST", path + "/transactions?acknowledge=unusable_receiver", paying);
        assertEquals("unusable_receiver", proposed.at("/warnings/0/code").stringValue());
        assertUnusable(fixture.refusal(
                422, "needs_acknowledgement", "POST", path + "/submit", quoted("{'transaction':'%s'}").formatted(fixture.signed(proposed))));
        fixture.lands(account, proposed);
        assertEquals("unusable_receiver", fixture.served("GET", path + "/transactions/1", "").at("/warnings/0/code").stringValue());
        assertEquals("unusable_receiver", fixture.served("POST", path + "/transactions/1/approve", "").at("/warnings/0/code").stringValue());
    }

    @Test
    void tokensForTheOwnerOfATokenAccountAreJudgedByWhoThatIs() {
        Address from = AssociatedTokenProgram.account(vault, mint, TokenProgram.TOKEN).address();
        Address stranded = TestKey.of("stranded").address();
        put(from, TokenAccount.of(mint, vault, BaseUnits.of(9)).encode());
        put(stranded, TokenAccount.of(mint, tokens, BaseUnits.ZERO).encode());

        assertUnusable(fixture.refusal(422, "needs_acknowledgement", "POST", path + "/transactions", tokensInto(from, stranded)));
        assertEquals(0, fixture.served("POST", path + "/transactions", tokensInto(from, tokens)).get("warnings").size());
    }

    private String tokensInto(Address from, Address to) {
        return quoted("{'transaction':'%s'}").formatted(fixture.draft(account, TokenProgram.TOKEN.transferChecked(from, mint, to, vault, BaseUnits.of(1), 0)));
    }

    @Test
    void aLimitsDestinationIsAWalletAndItsTokenExists() {
        for (Address destination : Array.of(tokens, mint, settings)) {
            for (String token : Array.of(NATIVE, mint.toString())) {
                fixture.refused(
                        422,
                        "needs_acknowledgement",
                        "POST",
                        path + "/spending-limits",
                        limit(token, fixture.alice.address().toString(), destination),
                        "destinations",
                        "destinations");
            }
        }
        fixture.refused(
                422,
                "no_such_mint",
                "POST",
                path + "/spending-limits",
                limit(TestKey.of("nothing").address().toString(), fixture.alice.address().toString(), fixture.carol.address()),
                "token_address");
        assertEquals(
                "unusable_receiver",
                fixture.served(
                                "POST",
                                path + "/spending-limits?acknowledge=unusable_receiver",
                                limit(NATIVE, fixture.alice.address().toString(), tokens))
                        .at("/warnings/0/code")
                        .stringValue());
    }

    @Test
    void aUseOfALimitPaysAWallet() {
        ObjectNode made = fixture.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'%s','token_address':'%s','period':'DAILY','spending_limit_signers':['%s']}")
                        .formatted(SOL, NATIVE, fixture.alice.address()));
        fixture.lands(account, made);
        String use = path + "/spending-limits/" + made.get("spending_limit_address").stringValue() + "/use";
        for (Address destination : Array.of(tokens, mint, settings, TokenProgram.TOKEN.id())) {
            String body = quoted("{'amount':'%s','destination':'%s','signer':'%s'}").formatted(SOL / 10, destination, fixture.alice.address());

            fixture.refused(422, "needs_acknowledgement", "POST", use, body, "destination", "destination");
            assertEquals(
                    "unusable_receiver",
                    fixture.served("POST", use + "?acknowledge=unusable_receiver", body).at("/warnings/0/code").stringValue());
        }
    }

    @Test
    void rentGoesToAWallet() {
        fixture.refused(
                422, "needs_acknowledgement", "PATCH", path, quoted("{'rent_collector':'%s'}").formatted(mint), "rent_collector", "rent_collector");
    }

    @ParameterizedTest
    @CsvSource({
        "gives_away_program, BPFLoaderUpgradeab1e11111111111111111111111, 04000000",
        "gives_away_stake, Stake11111111111111111111111111111111111111, 0a00000001000000",
        "gives_away_stake, Vote111111111111111111111111111111111111111, 0700000001000000",
        "gives_away_nonce, 11111111111111111111111111111111, 07000000d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "gives_away_lookup_table, AddressLookupTab1e1111111111111111111111111, 01000000",
        "gives_away_token_authority, TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb, d7e4a6e45464567b00"
    })
    void aRightIsGivenAwayOnlyIfAcknowledged(String code, String program, String data) {
        Instruction giving = new Instruction(
                Address.of(program),
                Array.of(
                        AccountMeta.writable(TestKey.of("thing").address()),
                        AccountMeta.signer(vault),
                        AccountMeta.readonly(fixture.carol.address())),
                Bytes.ofHex(data));
        String given = quoted("{'transaction':'%s'}").formatted(fixture.draft(account, giving));

        assertEquals(
                code,
                fixture.refusal(422, "needs_acknowledgement", "POST", path + "/transactions", given).at("/details/1/code").stringValue());
        assertEquals(
                code, fixture.served("POST", path + "/transactions?acknowledge=" + code, given).at("/warnings/0/code").stringValue());
    }

    private static void assertUnusable(ObjectNode refusal) {
        assertEquals("unusable_receiver", refusal.at("/details/1/code").stringValue(), refusal::toString);
    }

    private static String limit(String token, String signer, Address destination) {
        return quoted("{'amount':'5','token_address':'%s','period':'DAILY','spending_limit_signers':['%s'],'destinations':['%s']}")
                .formatted(token, signer, destination);
    }
}
