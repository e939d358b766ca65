package dev.mandate.engine.journal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Voters;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.collection.Traversable;
import io.vavr.control.Option;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The JSON encoding of each type:
 *
 * <table>
 *   <caption>Types</caption>
 *   <tr><td>a record<td>an object of all its components, in their order
 *   <tr><td>a record of one component<td>the encoding of that component
 *   <tr><td>a case of a sealed type<td>an object with the case's name as {@code type}, and then its components
 *   <tr><td>an enum<td>the constant's name
 *   <tr><td>an option<td>the value, or null
 *   <tr><td>a sequence, a set<td>an array; sorted for a set
 *   <tr><td>{@code int}, {@code long}<td>a number
 *   <tr><td>an amount<td>a string of digits, because most JSON readers cannot hold unsigned 64-bit numbers
 *   <tr><td>an address, a signature, a blockhash<td>base58
 *   <tr><td>bytes<td>base64; 32 of them hexadecimal
 * </table>
 *
 * <p>A change of a component or a case is another shape, and {@code JournalFormatTest} fails. {@link EntityType#upcasting} reads the shape
 * before it.
 */
final class Codecs {

    private static final Map<Type, Codec<?>> KNOWN = new ConcurrentHashMap<>(Map.ofEntries(
            Map.entry(String.class, text("text", Function.<String>identity(), Function.identity())),
            Map.entry(long.class, number(Function.<Long>identity(), Function.identity())),
            Map.entry(int.class, number(Integer::longValue, Math::toIntExact)),
            Map.entry(Long.class, number(Function.<Long>identity(), Function.identity())),
            Map.entry(Integer.class, number(Integer::longValue, Math::toIntExact)),
            Map.entry(BaseUnits.class, text("digits", BaseUnits::toString, text -> BaseUnits.parse(text).get())),
            Map.entry(Address.class, text("base58", Address::toString, text -> Address.parse(text).get())),
            Map.entry(SettingsAddress.class, text(
                    "base58", SettingsAddress::toString, text -> new SettingsAddress(Address.parse(text).get()))),
            Map.entry(Signature.class, text("base58", Signature::toString, text -> Signature.parse(text).get())),
            Map.entry(Blockhash.class, text(
                    "base58", Blockhash::toString, text -> new Blockhash(Address.parse(text).get().bytes()))),
            Map.entry(Voters.class, codec(
                    named -> "[base58]",
                    (voters, out) -> out.append(voters.toArray().map(address -> "\"" + address + '"').mkString("[", ",", "]")),
                    in -> Voters.of(in.items(item -> checked(item.text(), text -> Address.parse(text).get()))))),
            Map.entry(Bytes32.class, text(
                    "hex", value -> Bytes.of(value.toArray()).toHex(), text -> Bytes32.of(Bytes.ofHex(text).toArray()))),
            Map.entry(Bytes.class, text(
                    "base64",
                    value -> Base64.getEncoder().encodeToString(value.toArray()),
                    text -> Bytes.of(Base64.getDecoder().decode(text))))));

    private Codecs() {}

    @SuppressWarnings("unchecked")
    static <T> Codec<T> of(Class<T> type) {
        return (Codec<T>) find(type);
    }

    /** The codec of {@code type}, as a codec of {@code Object}. The caller passes only values of {@code type}. */
    @SuppressWarnings("unchecked")
    static Codec<Object> find(Type type) {
        Codec<?> known = KNOWN.get(type);
        if (known == null) {
            known = make(type);
            KNOWN.put(type, known);
        }
        return (Codec<Object>) known;
    }

    private static Codec<?> make(Type type) {
        if (type instanceof ParameterizedType of && of.getRawType() instanceof Class<?> raw) {
            Codec<Object> item = find(of.getActualTypeArguments()[0]);
            if (raw == Option.class) {
                return option(item);
            }
            if (raw == Set.class) {
                return list(item, Array::sorted, HashSet::ofAll);
            }
            if (raw == Seq.class || raw == Array.class) {
                return list(item, Function.identity(), Function.identity());
            }
        }
        if (type instanceof Class<?> plain) {
            if (plain.isEnum()) {
                Array<?> constants = Array.of(plain.getEnumConstants());
                return text(constants.mkString(" | "), Object::toString, name -> constants.find(it -> it.toString().equals(name)).get());
            }
            if (plain.isSealed()) {
                return new SealedTypeCodec(plain);
            }
            if (plain.isRecord()) {
                RecordCodec members = new RecordCodec(plain);
                return members.count() == 1 ? members.single() : members;
            }
        }
        throw new IllegalStateException(type + " has no JSON");
    }

    private static <T> Codec<T> text(String shape, Function<T, String> write, Function<String, T> read) {
        return codec(named -> shape, (value, out) -> JsonReader.quote(write.apply(value), out), in -> checked(in.text(), read));
    }

    private static <T> Codec<T> number(Function<T, Long> write, Function<Long, T> read) {
        return codec(named -> "number", (value, out) -> out.append(write.apply(value).longValue()), in -> checked(in.number(), read));
    }

    private static Codec<Option<Object>> option(Codec<Object> item) {
        return codec(
                named -> item.shape(named) + " | null",
                (value, out) -> {
                    if (value.isDefined()) {
                        item.write(value.get(), out);
                    } else {
                        out.append("null");
                    }
                },
                in -> in.take("null") ? Option.none() : Option.some(item.read(in)));
    }

    private static <C extends Traversable<Object>> Codec<C> list(
            Codec<Object> item, Function<Array<String>, Array<String>> order, Function<Array<Object>, C> collect) {
        return codec(
                named -> "[" + item.shape(named) + "]",
                (values, out) -> {
                    Array<String> items = Array.ofAll(values).map(value -> {
                        StringBuilder one = new StringBuilder();
                        item.write(value, one);
                        return one.toString();
                    });
                    out.append('[').append(order.apply(items).mkString(",")).append(']');
                },
                in -> collect.apply(in.items(item::read)));
    }

    /** Builds a value and turns its type's refusal into an error of the JSON. */
    static <A, B> B checked(A raw, Function<A, B> read) {
        try {
            return read.apply(raw);
        } catch (RuntimeException refused) {
            throw new IllegalArgumentException("a value that is none: " + refused.getMessage(), refused);
        }
    }

    interface Writing<T> {
        void write(T value, StringBuilder out);
    }

    static <T> Codec<T> codec(Function<Map<String, String>, String> shape, Writing<T> write, Function<JsonReader, T> read) {
        return new Codec<>() {
            @Override
            public void write(T value, StringBuilder out) {
                write.write(value, out);
            }

            @Override
            public String shape(Map<String, String> named) {
                return shape.apply(named);
            }

            @Override
            public T read(JsonReader in) {
                return read.apply(in);
            }
        };
    }
}
