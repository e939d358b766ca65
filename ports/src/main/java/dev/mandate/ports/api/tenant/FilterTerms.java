package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.RoleAddresses;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.IntentValue.Fields;
import dev.mandate.domain.intent.IntentValue.Items;
import dev.mandate.domain.intent.IntentValue.Text;
import dev.mandate.domain.intent.IntentValue.Whole;
import dev.mandate.domain.intent.IntentValue;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.SortedMap;
import io.vavr.collection.TreeMap;
import io.vavr.control.Option;

/** The terms of intents that change filters and allowlists. Optional fields that are absent in a request are absent in its intent. */
public final class FilterTerms {

    private FilterTerms() {}

    /** The action {@code transaction_filters_change}: {@code default_effect, expected_version, transaction_filters}. */
    public static IntentTerms of(FilterEffect unmatched, Array<TransactionFilter> filters, long expectedVersion) {
        return IntentTerms.of("transaction_filters_change")
                .with("default_effect", unmatched.name())
                .with("expected_version", new Whole(expectedVersion))
                .with("transaction_filters", new Items(filters.map(FilterTerms::filter)));
    }

    /** The action {@code allowlists_change}: {@code allowlists, expected_version}. */
    public static IntentTerms of(Array<Allowlist> allowlists, long expectedVersion) {
        return IntentTerms.of("allowlists_change")
                .with("allowlists", new Items(allowlists.map(FilterTerms::allowlist)))
                .with("expected_version", new Whole(expectedVersion));
    }

    private static IntentValue filter(TransactionFilter filter) {
        SortedMap<String, IntentValue> fields = TreeMap.of(
                "id", new Text(filter.id().text()),
                "effect", new Text(filter.effect().name()),
                "program", text(filter.program()));
        fields = with(fields, "instruction", filter.instruction().map(Text::new));
        fields = with(fields, "accounts", Option.when(filter.accounts().nonEmpty(), () -> roles(filter.accounts())));
        fields = with(fields, "min_amount", filter.minAmount().map(FilterTerms::text));
        fields = with(fields, "max_amount", filter.maxAmount().map(FilterTerms::text));
        return new Fields(with(fields, "mint", filter.mint().map(FilterTerms::text)));
    }

    private static SortedMap<String, IntentValue> with(
            SortedMap<String, IntentValue> fields, String name, Option<? extends IntentValue> value) {
        return value.isDefined() ? fields.put(name, value.get()) : fields;
    }

    private static IntentValue roles(Array<RoleAddresses> accounts) {
        return new Fields(accounts.foldLeft(
                TreeMap.<String, IntentValue>empty(), (fields, role) -> fields.put(role.role(), addresses(role.addresses()))));
    }

    private static IntentValue allowlist(Allowlist allowlist) {
        return new Fields(TreeMap.of(
                "id", new Text(allowlist.id().text()),
                "kind", new Text(allowlist.kind().name()),
                "addresses", addresses(allowlist.addresses())));
    }

    private static IntentValue addresses(Array<Address> addresses) {
        return new Items(addresses.map(FilterTerms::text));
    }

    private static IntentValue text(Address address) {
        return new Text(address.toString());
    }

    private static IntentValue text(BaseUnits amount) {
        return new Text(amount.toString());
    }
}
