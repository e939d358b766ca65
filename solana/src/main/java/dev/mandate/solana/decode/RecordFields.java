package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.regex.Pattern;

/** The components of a decoded record as fields, by their names. A record of one component is shown as that component. */
final class RecordFields {

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])([A-Z])");

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(
                    snakeCase(type.getSimpleName()),
                    Array.of(type.getRecordComponents()).map(component -> Tuple.of(snakeCase(component.getName()), component)));
        }
    };

    private RecordFields() {}

    /** A record's name and its components with theirs. */
    private record Shape(String name, Array<Tuple2<String, RecordComponent>> components) {}

    static Array<Field> of(Record decoded) {
        return SHAPES.get(decoded.getClass())
                .components()
                .map(component -> new Field(component._1, shown(value(decoded, component._2))));
    }

    private static FieldValue shown(Object value) {
        return switch (value) {
            case Address address -> new FieldValue.Key(address);
            case SettingsAddress settings -> new FieldValue.Key(settings.address());
            case BaseUnits units -> new FieldValue.Count(units);
            case Integer number -> new FieldValue.Count(BaseUnits.of(number));
            case Long number -> new FieldValue.Count(BaseUnits.ofUnsignedBits(number));
            case Boolean flag -> new FieldValue.Flag(flag);
            case String text -> new FieldValue.Text(text);
            case Bytes bytes -> new FieldValue.Raw(bytes);
            case Bytes32 hash -> new FieldValue.Raw(Bytes.of(hash.toArray()));
            case Enum<?> word -> new FieldValue.Text(word.name().toLowerCase(Locale.ROOT));
            case Token.Sol sol -> new FieldValue.Key(Address.ZERO);
            case Option<?> option -> option.<FieldValue>map(RecordFields::shown).getOrElse(FieldValue.Absent::new);
            case Seq<?> values -> new FieldValue.Many(values.map(RecordFields::shown).toArray());
            case Record single when !single.getClass().isMemberClass() && SHAPES.get(single.getClass()).components().length() == 1 ->
                shown(value(single, SHAPES.get(single.getClass()).components().head()._2));
            case Record several -> new FieldValue.Group(Array.of(new Field("kind", new FieldValue.Text(SHAPES.get(several.getClass()).name())))
                    .appendAll(of(several)));
            default -> throw new IllegalStateException("no field is a " + value.getClass());
        };
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("a record without the accessor of " + component, impossible);
        }
    }

    private static String snakeCase(String name) {
        return WORD_START.matcher(name).replaceAll("_$1").toLowerCase(Locale.ROOT);
    }
}
