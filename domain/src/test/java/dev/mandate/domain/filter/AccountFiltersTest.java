package dev.mandate.domain.filter;

import static dev.mandate.domain.filter.FilterEffect.ALLOW;
import static dev.mandate.domain.filter.FilterEffect.DENY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.FilteredCall.Place;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Which rule refuses which call. */
class AccountFiltersTest {

    private static final Address PROGRAM = address(1);
    private static final Address OTHER_PROGRAM = address(2);
    private static final Address CAROL = address(3);
    private static final Address DAVE = address(4);
    private static final Address MINT = address(5);
    private static final Address VAULT = address(6);
    private static final TransactionFilter ANY = TransactionFilter.of("rule", ALLOW, PROGRAM);
    private static final DecodedCall UNREAD = new DecodedCall.Unread(PROGRAM, "unknown");

    @Test
    void withoutFiltersEverythingPasses() {
        assertTrue(AccountFilters.NONE.isEmpty());
        assertRefused("", AccountFilters.NONE, transfer(5));
        assertRefused("", AccountFilters.NONE, UNREAD);
        assertEquals(Option.none(), AccountFilters.NONE.ofUnreadable("a batch"));
    }

    @Test
    void aDefaultDenyAFilterOrAListIsAFilter() {
        for (AccountFilters some : Array.of(
                AccountFilters.NONE.with(DENY, Array.empty()), filters(ALLOW, ANY), list(Allowlist.Kind.PROGRAM, PROGRAM))) {
            assertFalse(some.isEmpty());
            assertEquals("unread", some.ofUnreadable("a batch").get().rule());
        }
    }

    @Test
    void underDefaultDenyOnlyAllowedCallsPass() {
        assertRefused("default", AccountFilters.NONE.with(DENY, Array.empty()), transfer(5));
        assertRefused("", filters(DENY, ANY), transfer(5));
        assertRefused("default", filters(DENY, TransactionFilter.of("rule", ALLOW, OTHER_PROGRAM)), transfer(5));
        assertRefused("", filters(ALLOW, TransactionFilter.of("rule", ALLOW, OTHER_PROGRAM)), transfer(5));
    }

    @Test
    void aDenyRefusesAndSaysWhat() {
        AccountFilters denying = filters(ALLOW, TransactionFilter.of("rule", DENY, PROGRAM));

        assertEquals(
                Array.of(new PolicyReason("rule", "it denies transfer of " + PROGRAM)),
                denying.violations(new FilteredCall(transfer(5), Place.INNER), HashSet.empty()));
        assertRefused("rule", denying, UNREAD, Place.OUTER);
        assertRefused("default,rule", filters(DENY, TransactionFilter.of("rule", DENY, PROGRAM)), transfer(5));
    }

    @Test
    void anUnreadableCallNeedsAnUnconditionalAllowRule() {
        assertRefused("", filters(DENY, ANY), UNREAD);
        assertRefused("unread", filters(ALLOW, TransactionFilter.of("rule", ALLOW, OTHER_PROGRAM)), UNREAD);
        for (TransactionFilter more : stating(ALLOW)) {
            assertRefused("unread", filters(ALLOW, more), UNREAD);
        }
        for (TransactionFilter more : stating(DENY)) {
            assertRefused("rule,unread", filters(ALLOW, more), UNREAD);
        }
    }

    @Test
    void anAllowNeedsEachPartToFit() {
        DecodedCall fitting = call("transfer", Option.some(3L), Option.some(MINT), Array.of(CAROL));
        for (TransactionFilter part : stating(ALLOW)) {
            assertRefused("", filters(DENY, part), fitting);
            assertRefused("default", filters(DENY, part), call("approve", Option.some(9L), Option.some(DAVE), Array.of(DAVE)));
        }
    }

    @Test
    void amountsAreIncluded() {
        AccountFilters between = filters(DENY, rule(ALLOW, Option.none(), Option.none(), Option.some(2L), Option.some(4L), Option.none()));

        assertEquals(
                Array.of("default", "", "", "", "default"),
                Array.rangeClosed(1, 5).map(amount -> refusing(between, transfer(amount), Place.INNER)));
    }

    /** What is not known of a call counts against it. */
    @Test
    void aDenyRuleMatchesUnknownAmountsAndTokensOfReceivers() {
        TransactionFilter small = rule(ALLOW, Option.none(), Option.none(), Option.none(), Option.some(4L), Option.none());
        TransactionFilter token = rule(ALLOW, Option.none(), Option.none(), Option.none(), Option.none(), Option.some(MINT));
        DecodedCall unstated = call("transfer", Option.none(), Option.none(), Array.of(CAROL));
        DecodedCall givesNothing = new DecodedCall.Read(
                PROGRAM, "close", HashMap.empty(), Option.none(), Option.none(), Array.empty(), Array.empty(), Option.none());

        for (TransactionFilter rule : Array.of(small, token)) {
            assertRefused("default", filters(DENY, rule), unstated);
            assertRefused("rule", filters(ALLOW, with(DENY, rule)), unstated);
            assertRefused("", filters(ALLOW, with(DENY, rule)), givesNothing);
        }
    }

    @Test
    void aRuleWithoutAmountsAppliesToCallsWithoutOne() {
        DecodedCall unstated = call("approve", Option.none(), Option.none(), Array.of(CAROL));

        assertRefused("", filters(DENY, TransactionFilter.of("rule", ALLOW, PROGRAM)), unstated);
    }

    @Test
    void aDenyRuleAppliesToEachPossibleAddressOfARole() {
        TransactionFilter carol = rule(DENY, Option.none(), Option.some(CAROL), Option.none(), Option.none(), Option.none());

        assertRefused("rule", filters(ALLOW, carol), call("transfer", Option.some(1L), Option.none(), Array.of(DAVE, CAROL)));
        assertRefused("", filters(ALLOW, carol), call("transfer", Option.some(1L), Option.none(), Array.of(DAVE)));
    }

    @Test
    void anUnnamedAccountMatchesAnyAddress() {
        TransactionFilter carol = rule(ALLOW, Option.none(), Option.some(CAROL), Option.none(), Option.none(), Option.none());
        DecodedCall anybody = call("transfer", Option.some(1L), Option.none(), Array.empty());
        DecodedCall nobody = new DecodedCall.Read(
                PROGRAM, "close", HashMap.empty(), Option.none(), Option.none(), Array.empty(), Array.empty(), Option.none());

        assertRefused("default", filters(DENY, carol), anybody);
        assertRefused("rule", filters(ALLOW, with(DENY, carol)), anybody);
        assertRefused("default", filters(DENY, carol), nobody);
        assertRefused("", filters(ALLOW, with(DENY, carol)), nobody);
        assertRefused("", filters(DENY, carol), call("transfer", Option.some(1L), Option.none(), Array.of(DAVE, CAROL)));
    }

    @Test
    void aReceiverIsListedOrAVault() {
        AccountFilters carolOnly = list(Allowlist.Kind.DESTINATION, CAROL);

        assertRefused("", carolOnly, call("transfer", Option.some(1L), Option.none(), Array.of(CAROL)));
        assertRefused("", carolOnly, call("transfer", Option.some(1L), Option.none(), Array.of(VAULT)));
        assertRefused("list", carolOnly, call("transfer", Option.some(1L), Option.none(), Array.of(DAVE)));
        assertRefused("list", carolOnly, call("transfer", Option.some(1L), Option.none(), Array.empty()));
        assertRefused("list", carolOnly, UNREAD);
    }

    @Test
    void theReceiverOfRentPaidByAVaultIsChecked() {
        AccountFilters carolOnly = list(Allowlist.Kind.DESTINATION, CAROL);

        assertRefused("", carolOnly, rent(Array.of(CAROL)), Place.INNER);
        assertRefused("list", carolOnly, rent(Array.of(DAVE)), Place.INNER);
        assertRefused("list", carolOnly, rent(Array.empty()), Place.INNER);
        assertRefused("", carolOnly, rent(Array.of(DAVE)), Place.OUTER);
        assertRefused("", filters(DENY), rent(Array.of(DAVE)), Place.OUTER);
    }

    @Test
    void aTokenIsListed() {
        AccountFilters mintOnly = list(Allowlist.Kind.TOKEN, MINT);

        assertRefused("", mintOnly, call("transfer", Option.some(1L), Option.some(MINT), Array.of(CAROL)));
        assertRefused("", mintOnly, call("transfer", Option.some(1L), Option.none(), Array.of(CAROL)));
        assertRefused("list", mintOnly, call("transfer", Option.some(1L), Option.some(Address.ZERO), Array.of(CAROL)));
        assertRefused("list", mintOnly, UNREAD);
    }

    @Test
    void aProgramThatAVaultCallsIsListed() {
        assertRefused("", list(Allowlist.Kind.PROGRAM, PROGRAM), UNREAD);
        assertRefused("list", list(Allowlist.Kind.PROGRAM, OTHER_PROGRAM), transfer(5));
    }

    @Test
    void listsOfOneKindCountTogether() {
        AccountFilters both = AccountFilters.NONE.with(Array.of(
                new Allowlist(new FilterId("a"), Allowlist.Kind.DESTINATION, Array.of(CAROL)),
                new Allowlist(new FilterId("b"), Allowlist.Kind.DESTINATION, Array.empty())));

        assertRefused("", both, call("transfer", Option.some(1L), Option.none(), Array.of(CAROL)));
        assertRefused("a,b", both, call("transfer", Option.some(1L), Option.none(), Array.of(DAVE)));
    }

    /** Operations on the account need no leave, unless they give somebody something. */
    @Test
    void outsideAVaultOnlyCallsWithReceiversAreRestricted() {
        AccountFilters strict = filters(DENY, TransactionFilter.of("rule", ALLOW, OTHER_PROGRAM));
        DecodedCall vote = administered(Array.empty());
        DecodedCall spend = administered(Array.of(Array.of(CAROL)));

        assertRefused("", strict, vote, Place.OUTER);
        assertRefused("default", strict, vote, Place.INNER);
        assertRefused("default", strict, spend, Place.OUTER);
        assertRefused("", strict, transfer(5), Place.OUTER);
        assertRefused("", strict, UNREAD, Place.OUTER);
        assertRefused("", list(Allowlist.Kind.PROGRAM, OTHER_PROGRAM), spend, Place.OUTER);
    }

    @Test
    void noIdStandsTwice() {
        Allowlist list = new Allowlist(new FilterId("list"), Allowlist.Kind.TOKEN, Array.empty());
        assertThrows(IllegalArgumentException.class, () -> filters(ALLOW, ANY, ANY).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> AccountFilters.NONE.with(Array.of(list, list)).isEmpty());
    }

    /** Rules that state one thing each, which fits a transfer of 3 of the mint to Carol. */
    private static Array<TransactionFilter> stating(FilterEffect effect) {
        return Array.of(
                rule(effect, Option.some("transfer"), Option.none(), Option.none(), Option.none(), Option.none()),
                rule(effect, Option.none(), Option.some(CAROL), Option.none(), Option.none(), Option.none()),
                with(effect, rule(ALLOW, Option.none(), Option.none(), Option.some(3L), Option.some(3L), Option.none())),
                rule(effect, Option.none(), Option.none(), Option.none(), Option.some(3L), Option.none()),
                rule(effect, Option.none(), Option.none(), Option.none(), Option.none(), Option.some(MINT)));
    }

    private static TransactionFilter rule(
            FilterEffect effect,
            Option<String> instruction,
            Option<Address> destination,
            Option<Long> least,
            Option<Long> most,
            Option<Address> mint) {
        return new TransactionFilter(
                new FilterId("rule"),
                effect,
                PROGRAM,
                instruction,
                destination.map(address -> new RoleAddresses("destination", Array.of(address))).toArray(),
                least.map(BaseUnits::of),
                most.map(BaseUnits::of),
                mint);
    }

    private static TransactionFilter with(FilterEffect effect, TransactionFilter rule) {
        return new TransactionFilter(
                rule.id(), effect, rule.program(), rule.instruction(), rule.accounts(), rule.minAmount(), rule.maxAmount(), rule.mint());
    }

    private static DecodedCall transfer(long amount) {
        return call("transfer", Option.some(amount), Option.none(), Array.of(CAROL));
    }

    /** A call that pays a receiver with these names. */
    private static DecodedCall call(String instruction, Option<Long> amount, Option<Address> mint, Array<Address> receiver) {
        return new DecodedCall.Read(
                PROGRAM,
                instruction,
                HashMap.of("destination", Array.of(receiver)),
                amount.map(BaseUnits::of),
                mint.map(Token::ofMint),
                Array.of(receiver),
                Array.empty(),
                Option.none());
    }

    private static DecodedCall administered(Array<Array<Address>> receivers) {
        return new DecodedCall.Read(
                PROGRAM,
                "operation",
                HashMap.empty(),
                Option.none(),
                Option.none(),
                receivers,
                Array.empty(),
                Option.some(new SettingsAddress(address(7))));
    }

    /** An operation on a smart account whose signer pays rent to a receiver with these names. */
    private static DecodedCall rent(Array<Address> receiver) {
        return new DecodedCall.Read(
                PROGRAM,
                "operation",
                HashMap.empty(),
                Option.none(),
                Option.none(),
                Array.empty(),
                Array.of(receiver),
                Option.some(new SettingsAddress(address(7))));
    }

    private static AccountFilters filters(FilterEffect unmatched, TransactionFilter... rules) {
        return AccountFilters.NONE.with(unmatched, Array.of(rules));
    }

    private static AccountFilters list(Allowlist.Kind kind, Address listed) {
        return AccountFilters.NONE.with(Array.of(new Allowlist(new FilterId("list"), kind, Array.of(listed))));
    }

    private static void assertRefused(String rules, AccountFilters filters, DecodedCall call) {
        assertRefused(rules, filters, call, Place.INNER);
    }

    private static void assertRefused(String rules, AccountFilters filters, DecodedCall call, Place place) {
        assertEquals(rules, refusing(filters, call, place), () -> filters + " " + call);
    }

    private static String refusing(AccountFilters filters, DecodedCall call, Place place) {
        return filters.violations(new FilteredCall(call, place), HashSet.of(VAULT)).map(PolicyReason::rule).sorted().mkString(",");
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
