package dev.mandate.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.FilteredCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.filter.RoleAddresses;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Few programs, names, amounts and addresses, so that filters and calls meet. */
class AccountFiltersProperties {

    private static final Address VAULT = address(9);

    @Property
    void addingADenyNeverAllowsMore(
            @ForAll("filters") AccountFilters filters, @ForAll("rule") TransactionFilter rule, @ForAll("call") FilteredCall call) {
        TransactionFilter deny = with(rule, FilterEffect.DENY);

        Array<PolicyReason> before = violations(filters, call);
        Statistics.collect(before.isEmpty() ? "allowed" : "refused");
        assertTrue(violations(adding(filters, deny), call).containsAll(before));
    }

    @Property
    void removingAnAllowNeverAllowsMore(@ForAll("filters") AccountFilters filters, @ForAll("call") FilteredCall call) {
        Array<PolicyReason> before = violations(filters, call);
        Array<TransactionFilter> denies = filters.filters().filter(filter -> filter.effect() == FilterEffect.DENY);

        assertTrue((denies.isEmpty() && filters.unmatched() == FilterEffect.ALLOW)
                || violations(filters.with(filters.unmatched(), denies), call).containsAll(before));
    }

    @Property
    void theirOrderNeverMatters(@ForAll("filters") AccountFilters filters, @ForAll("call") FilteredCall call) {
        AccountFilters reversed =
                new AccountFilters(filters.unmatched(), filters.filters().reverse(), filters.allowlists().reverse());

        assertEquals(violations(filters, call).isEmpty(), violations(reversed, call).isEmpty());
    }

    @Property
    void addingAnAllowlistOfAnotherKindNeverAllowsMore(
            @ForAll("filters") AccountFilters filters, @ForAll("list") Allowlist list, @ForAll("call") FilteredCall call) {
        AccountFilters more = filters.with(filters.allowlists().append(new Allowlist(new FilterId("more"), list.kind(), list.addresses())));

        assertTrue(filters.allowlists().exists(known -> known.kind() == list.kind())
                || violations(more, call).containsAll(violations(filters, call)));
    }

    /** If a call passes that cannot be read, each call passes that it might be. */
    @Property
    void anUnreadableCallPassesOnlyIfEveryCallPasses(@ForAll("filters") AccountFilters filters, @ForAll("call") FilteredCall call) {
        DecodedCall hidden = new DecodedCall.Unread(call.call().program(), "it is hidden");

        assertTrue(!violations(filters, new FilteredCall(hidden, FilteredCall.Place.INNER)).isEmpty()
                || violations(filters, new FilteredCall(call.call(), FilteredCall.Place.INNER)).isEmpty());
    }

    private static Array<PolicyReason> violations(AccountFilters filters, FilteredCall call) {
        return filters.violations(call, HashSet.of(VAULT));
    }

    private static AccountFilters adding(AccountFilters filters, TransactionFilter one) {
        return filters.with(filters.unmatched(), filters.filters().append(one));
    }

    private static TransactionFilter with(TransactionFilter rule, FilterEffect effect) {
        return new TransactionFilter(
                new FilterId("one-more"),
                effect,
                rule.program(),
                rule.instruction(),
                rule.accounts(),
                rule.minAmount(),
                rule.maxAmount(),
                rule.mint());
    }

    @Provide
    Arbitrary<AccountFilters> filters() {
        return Combinators.combine(
                        Arbitraries.of(FilterEffect.class),
                        rule().list().ofMaxSize(4),
                        list().list().ofMaxSize(2))
                .as((unmatched, rules, lists) -> new AccountFilters(
                        unmatched,
                        Array.ofAll(rules).zipWithIndex((rule, index) -> new TransactionFilter(
                                new FilterId("f" + index),
                                rule.effect(),
                                rule.program(),
                                rule.instruction(),
                                rule.accounts(),
                                rule.minAmount(),
                                rule.maxAmount(),
                                rule.mint())),
                        Array.ofAll(lists).zipWithIndex(
                                (list, index) -> new Allowlist(new FilterId("l" + index), list.kind(), list.addresses()))));
    }

    @Provide
    Arbitrary<TransactionFilter> rule() {
        return Combinators.combine(
                        Arbitraries.of(FilterEffect.class),
                        addresses(1, 2),
                        sometimes(name()),
                        sometimes(addresses(3, 5)),
                        sometimes(amount()),
                        sometimes(amount()),
                        sometimes(addresses(6, 7)))
                .as((effect, program, instruction, role, least, most, mint) -> new TransactionFilter(
                        new FilterId("rule"),
                        effect,
                        program,
                        instruction,
                        role.map(address -> new RoleAddresses("destination", Array.of(address))).toArray(),
                        least,
                        most,
                        mint));
    }

    @Provide
    Arbitrary<Allowlist> list() {
        return Combinators.combine(Arbitraries.of(Allowlist.Kind.class), addresses(1, 7).list().ofMaxSize(5))
                .as((kind, addresses) -> new Allowlist(new FilterId("list"), kind, Array.ofAll(addresses)));
    }

    @Provide
    Arbitrary<FilteredCall> call() {
        Arbitrary<DecodedCall> read = Combinators.combine(
                        addresses(1, 2),
                        name(),
                        sometimes(addresses(3, 5)),
                        sometimes(addresses(3, 5)),
                        sometimes(amount()),
                        sometimes(addresses(6, 7)),
                        sometimes(addresses(8, 8)))
                .as((program, name, receiver, rent, amount, mint, administered) -> new DecodedCall.Read(
                        program,
                        name,
                        receiver.isDefined() ? HashMap.of("destination", Array.of(receiver.toArray())) : HashMap.empty(),
                        amount,
                        mint.map(Token::ofMint),
                        receiver.toArray().map(Array::of),
                        rent.toArray().map(Array::of),
                        administered.map(SettingsAddress::new)));
        Arbitrary<DecodedCall> unread = addresses(1, 2).map(program -> new DecodedCall.Unread(program, "unknown"));
        return Combinators.combine(
                        Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(5, read), net.jqwik.api.Tuple.of(1, unread)),
                        Arbitraries.of(FilteredCall.Place.class))
                .as(FilteredCall::new);
    }

    private static <T> Arbitrary<Option<T>> sometimes(Arbitrary<T> value) {
        return value.optional().map(Option::ofOptional);
    }

    private static Arbitrary<String> name() {
        return Arbitraries.of("transfer", "approve");
    }

    private static Arbitrary<BaseUnits> amount() {
        return Arbitraries.longs().between(0, 3).map(BaseUnits::of);
    }

    private static Arbitrary<Address> addresses(int from, int to) {
        return Arbitraries.integers().between(from, to).map(AccountFiltersProperties::address);
    }

    private static Address address(int number) {
        return Address.of(Bytes.ofHex(Integer.toString(number).repeat(64)).toArray());
    }
}
