package dev.mandate.solana.squadsv4;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsAction.AddSigner;
import dev.mandate.domain.account.SettingsAction.ChangeThreshold;
import dev.mandate.domain.account.SettingsAction.RemoveSigner;
import dev.mandate.domain.account.SettingsAction.SetRentCollector;
import dev.mandate.domain.account.SettingsAction.SetTimeLock;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/** Builds records of the codec from JSON by component names, so that tests need no code for each record. */
@NullMarked
public final class Records {

    private static final Map<String, String> LIBRARY_NAMES =
            Map.of("lookups", "addressTableLookups", "programIndex", "programIdIndex");

    private Records() {}

    /** Returns the record whose components the JSON object names. */
    public static <T> T read(Class<T> type, JsonNode json) {
        return type == SpendingLimitAccount.class || (type == Signer.class && json.has("key"))
                ? type.cast(value(type, json))
                : build(
                        type,
                        component -> value(
                                component.getGenericType(),
                                json.path(LIBRARY_NAMES.getOrDefault(component.getName(), component.getName()))));
    }

    /** Returns all records of a sealed family, at any depth. */
    public static <T> List<Class<? extends T>> leaves(Class<T> sealed) {
        List<Class<? extends T>> leaves = new ArrayList<>();
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            Class<? extends T> subtype = permitted.asSubclass(sealed);
            if (subtype.isRecord()) {
                leaves.add(subtype);
            } else {
                leaves.addAll(leaves(subtype));
            }
        }
        return leaves;
    }

    /** Parses an account of the form {@code <address> <w or -><s or ->}. */
    public static AccountMeta account(String text) {
        int space = text.indexOf(' ');
        return new AccountMeta(
                Address.of(text.substring(0, space)),
                text.charAt(space + 2) == 's',
                text.charAt(space + 1) == 'w');
    }

    /** Builds the value of a component. */
    @FunctionalInterface
    interface ComponentValue {
        Object of(RecordComponent component);
    }

    static <T> T build(Class<T> type, ComponentValue values) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            arguments[i] = values.of(components[i]);
        }
        try {
            return type.getConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException broken) {
            throw new LinkageError(type.toString(), broken);
        }
    }

    private static Object value(Type type, JsonNode json) {
        if (json.isMissingNode()) {
            throw new AssertionError("the vector has no such field, a " + type);
        }
        if (type instanceof ParameterizedType generic) {
            Type element = generic.getActualTypeArguments()[0];
            return generic.getRawType() == Option.class
                    ? (json.isNull() ? Option.none() : Option.some(value(element, json)))
                    : generic.getRawType() == Array.class
                            ? list(element, json).toArray()
                            : list(element, json);
        }
        if (!(type instanceof Class<?> raw)) {
            throw new AssertionError(type.toString());
        }
        if (raw == int.class) {
            return json.asInt();
        }
        if (raw == long.class) {
            return json.isString() && !json.asString().startsWith("-")
                    ? Long.parseUnsignedLong(json.asString())
                    : Long.parseLong(json.asString());
        }
        if (raw == boolean.class) {
            return json.asBoolean();
        }
        String text = json.isString() ? json.asString() : "";
        if (raw == String.class) {
            return text;
        }
        if (raw == Address.class) {
            return Address.of(text);
        }
        if (raw == SettingsAddress.class) {
            return new SettingsAddress(Address.of(text));
        }
        if (raw == Bytes32.class) {
            return Address.of(text).bytes();
        }
        if (raw == Bytes.class) {
            return Bytes.ofHex(text);
        }
        if (raw == AccountMeta.class) {
            return account(text);
        }
        if (raw == BaseUnits.class) {
            return BaseUnits.parse((json.isObject() ? json.path("bits") : json).asString()).get();
        }
        if (raw.isEnum()) {
            return constant(raw, text);
        }
        if (raw == Signer.class && json.has("key")) {
            return new Signer(address(json, "key"), new Permissions(json.path("mask").asInt()));
        }
        if (raw == LimitTerms.class && json.has("mint")) {
            return limitTerms(json);
        }
        if (raw == SpendingLimitAccount.class) {
            Window window = new Window(new UnixTime(number(json, "lastReset")), amount(json, "remainingAmount"));
            return new SpendingLimitAccount(
                    new SettingsAddress(address(json, "multisig")),
                    new SpendingLimit(limitTerms(json), window),
                    json.path("bump").asInt());
        }
        if (raw == ConfigAction.class) {
            return configAction(json);
        }
        if (raw.isSealed()) {
            String kind = json.path("kind").asString();
            for (Class<?> leaf : leaves(raw)) {
                if (leaf.getSimpleName().equals(kind)) {
                    return read(leaf, json);
                }
            }
            throw new AssertionError("no " + kind + " among the " + raw);
        }
        return read(raw, json);
    }

    private static ConfigAction configAction(JsonNode json) {
        String kind = json.path("kind").asString();
        return switch (kind) {
            case "AddMember" -> change(new AddSigner((Signer) value(Signer.class, json.path("newMember"))));
            case "RemoveMember" -> change(new RemoveSigner(address(json, "oldMember")));
            case "ChangeThreshold" ->
                change(new ChangeThreshold(new Threshold(json.path("newThreshold").asInt())));
            case "SetTimeLock" -> change(new SetTimeLock(new TimeLock(number(json, "newTimeLock"))));
            case "AddSpendingLimit" -> new ConfigAction.AddSpendingLimit(limitTerms(json.path("terms")));
            case "RemoveSpendingLimit" -> new ConfigAction.RemoveSpendingLimit(address(json, "spendingLimit"));
            case "SetRentCollector" ->
                change(new SetRentCollector(Option.when(
                        !json.path("newRentCollector").isNull(), () -> address(json, "newRentCollector"))));
            default -> throw new AssertionError("no action " + kind);
        };
    }

    private static ConfigAction change(SettingsAction.GovernanceAction action) {
        return new ConfigAction.Governance(action);
    }

    private static LimitTerms limitTerms(JsonNode json) {
        return LimitTerms.of(
                        address(json, "createKey"),
                        Token.ofMint(address(json, "mint")),
                        amount(json, "amount"),
                        (Period) constant(Period.class, json.path("period").asString()),
                        addresses(json, "members"))
                .withVault(json.path("vaultIndex").asInt())
                .withDestinations(addresses(json, "destinations"));
    }

    private static Array<Address> addresses(JsonNode json, String name) {
        return Array.ofAll(json.path(name).values()).map(one -> Address.of(one.asString()));
    }

    private static Address address(JsonNode json, String name) {
        return Address.of(json.path(name).asString());
    }

    private static BaseUnits amount(JsonNode json, String name) {
        return BaseUnits.ofUnsignedBits(number(json, name));
    }

    private static long number(JsonNode json, String name) {
        return (long) value(long.class, json.path(name));
    }

    private static Object constant(Class<?> enumeration, String name) {
        for (Object constant : enumeration.getEnumConstants()) {
            if (constant.toString().equals(name)) {
                return constant;
            }
        }
        throw new AssertionError("no " + name + " among the " + enumeration);
    }

    private static Seq<Object> list(Type element, JsonNode json) {
        List<Object> values = new ArrayList<>();
        for (JsonNode value : json.values()) {
            values.add(value(element, value));
        }
        return Array.ofAll(values);
    }
}
