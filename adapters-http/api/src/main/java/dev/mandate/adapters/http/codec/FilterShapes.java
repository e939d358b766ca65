package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.FieldPath;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.RoleAddresses;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The shapes of filters and allowlists in requests. */
public final class FilterShapes {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private static final Shape<FilterId> ID = Shapes.TEXT.then((field, text) -> FilterId.parse(text)
            .toEither(() -> new Problem(
                    field, ServerCode.NOT_AN_OPTION, field + " must be 1 to 64 of A-Z, a-z, 0-9, dot, underscore and hyphen.")))
            .described(text -> text.with("pattern", "^[A-Za-z0-9._-]{1,64}$").named("FilterId"));

    /** ALLOW or DENY. */
    public static final Shape<FilterEffect> EFFECT =
            Shapes.word(LinkedHashMap.of("ALLOW", FilterEffect.ALLOW, "DENY", FilterEffect.DENY)).named("FilterEffect");

    private static final Shape<String> INSTRUCTION = Shapes.TEXT.then((field, text) -> NAME.matcher(text).matches()
            ? Either.right(text)
            : Either.left(new Problem(field, ServerCode.NOT_AN_OPTION, field + " must be a name in snake_case.")))
            .described(text -> text.with("pattern", "^" + NAME.pattern() + "$"));

    private static final Shape<Array<Address>> FILTER_ADDRESSES = Shapes.list(Shapes.ADDRESS, RequestLimits.FILTER_ADDRESSES);

    private static final Shape<Array<RoleAddresses>> ROLES = Shapes.described(
            JsonSchema.of("object")
                    .with("propertyNames", JsonSchema.ANY.with("pattern", "^" + NAME.pattern() + "$"))
                    .with("additionalProperties", FILTER_ADDRESSES.schema()),
            FilterShapes::roles);

    private static final Shape<TransactionFilter> FILTER = Shapes.object(Unknown.REFUSED, in -> {
        Option<FilterId> id = in.required("id", ID);
        Option<FilterEffect> effect = in.required("effect", EFFECT);
        Option<Address> program = in.required("program", Shapes.ADDRESS);
        Option<String> instruction = in.optional("instruction", INSTRUCTION);
        Option<Array<RoleAddresses>> accounts = in.optional("accounts", ROLES);
        Option<BaseUnits> least = in.optional("min_amount", Shapes.AMOUNT);
        Option<BaseUnits> most = in.optional("max_amount", Shapes.AMOUNT);
        Option<Address> mint = in.optional("mint", Shapes.ADDRESS);
        return in.finish(() -> new TransactionFilter(
                id.get(), effect.get(), program.get(), instruction, accounts.getOrElse(Array.empty()), least, most, mint));
    });

    private static final Shape<Allowlist> ALLOWLIST = Shapes.object(Unknown.REFUSED, in -> {
        Option<FilterId> id = in.required("id", ID);
        Option<Allowlist.Kind> kind = in.required(
                "kind",
                Shapes.word(LinkedHashMap.of(
                        "DESTINATION", Allowlist.Kind.DESTINATION,
                        "PROGRAM", Allowlist.Kind.PROGRAM,
                        "TOKEN", Allowlist.Kind.TOKEN)));
        Option<Array<Address>> addresses =
                in.required("addresses", Shapes.list(Shapes.ADDRESS, RequestLimits.ALLOWLIST_ADDRESSES));
        return in.finish(() -> new Allowlist(id.get(), kind.get(), addresses.get()));
    });

    /** Filters with distinct ids. */
    public static final Shape<Array<TransactionFilter>> FILTERS =
            Shapes.list(FILTER.named("TransactionFilter"), RequestLimits.FILTERS).then(distinct(TransactionFilter::id));

    /** Allowlists with distinct ids. */
    public static final Shape<Array<Allowlist>> ALLOWLISTS =
            Shapes.list(ALLOWLIST.named("Allowlist"), RequestLimits.ALLOWLISTS).then(distinct(Allowlist::id));

    /** The version that a change replaces. */
    public static final Shape<Long> VERSION = Shapes.integer(0, Integer.MAX_VALUE).named("FilterVersion");

    private FilterShapes() {}

    private static <T> Shape.Narrowing<Array<T>, Array<T>> distinct(Function<T, FilterId> id) {
        return (field, all) -> all.map(id).distinct().length() == all.length()
                ? Either.right(all)
                : Either.left(new Problem(field, ServerCode.NOT_AN_OPTION, field + " must name each id once."));
    }

    private static Either<Array<Problem>, Array<RoleAddresses>> roles(FieldPath spot, JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return Either.left(Array.of(new Problem(spot.path(), ServerCode.WRONG_TYPE, spot + " must be an object.")));
        }
        Array<RoleAddresses> roles = Array.empty();
        for (var field : object.properties()) {
            if (!NAME.matcher(field.getKey()).matches()) {
                return Either.left(Array.of(
                        new Problem(spot.path(), ServerCode.NOT_AN_OPTION, spot + " must name roles in snake_case.")));
            }
            Either<Array<Problem>, Array<Address>> addresses =
                    FILTER_ADDRESSES.read(spot.field(field.getKey()), field.getValue());
            if (addresses.isLeft()) {
                return Either.left(addresses.getLeft());
            }
            roles = roles.append(new RoleAddresses(field.getKey(), addresses.get()));
        }
        return Either.right(roles);
    }
}
