package dev.mandate.adapters.http.json;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Consumer;

/**
 * What a request is asked for, instead of what it holds: an endpoint that reads with {@link ObjectReader.Unknown.Described} finds no field, writes
 * down here what it looked for, and decides nothing. Mutable; for one thread.
 */
public final class FieldLog {

    /** Fields of which the request is said to have a value. */
    private final LinkedHashSet<String> present;

    private LinkedHashMap<String, JsonSchema> fields = LinkedHashMap.empty();
    private LinkedHashMap<String, FieldLog> objects = LinkedHashMap.empty();
    private LinkedHashMap<String, JsonSchema> parameters = LinkedHashMap.empty();

    /** Required fields; of several names one is enough. */
    private LinkedHashSet<Seq<String>> required = LinkedHashSet.empty();

    /** Fields on whose presence the reading depends. */
    private LinkedHashSet<String> asked = LinkedHashSet.empty();

    private boolean hasExcluded;
    private boolean isOpen;

    private FieldLog(LinkedHashSet<String> present) {
        this.present = present;
    }

    /** Returns the schema of the object that {@code reading} reads, whichever of its fields are there. */
    public static JsonSchema objectOf(Consumer<FieldLog> reading) {
        return objectOf(ObjectReader.Unknown.REFUSED, reading);
    }

    /** Does the same. {@code unknown} says whether it may have other fields. */
    static JsonSchema objectOf(ObjectReader.Unknown unknown, Consumer<FieldLog> reader) {
        boolean isOpen = unknown instanceof ObjectReader.Unknown.Ignored;
        Consumer<FieldLog> reading = log -> {
            log.isOpen = isOpen;
            reader.accept(log);
        };
        FieldLog none = of(reading, LinkedHashSet.empty());
        LinkedHashMap<String, FieldLog> withOne =
                LinkedHashMap.ofEntries(none.asked.toArray().map(name -> Tuple.of(name, of(reading, LinkedHashSet.of(name)))));
        Seq<LinkedHashSet<String>> ways = withOne
                .filter((name, log) -> !log.single().containsAll(none.single()))
                .toArray()
                .map(entry -> entry._2.single().add(entry._1))
                .prepend(none.single())
                .distinct();
        LinkedHashSet<String> always = ways.reduce((one, other) -> one.retainAll(other));
        JsonSchema schema = withOne.values().foldLeft(none, FieldLog::and).schema(always);
        boolean isExclusive = of(reading, LinkedHashSet.ofAll(ways.flatMap(way -> way))).hasExcluded;
        return ways.size() == 1
                ? schema
                : schema.with(isExclusive ? "oneOf" : "anyOf", ways.map(way -> requiring(way.removeAll(always).toArray())));
    }

    /** Returns the parameters of the query that {@code reading} reads, by name. */
    public static LinkedHashMap<String, JsonSchema> parametersOf(Consumer<FieldLog> reading) {
        return of(reading, LinkedHashSet.empty()).parameters;
    }

    private static FieldLog of(Consumer<FieldLog> reading, LinkedHashSet<String> present) {
        FieldLog log = new FieldLog(present);
        reading.accept(log);
        return log;
    }

    private LinkedHashSet<String> single() {
        return required.filter(names -> names.size() == 1).map(Seq::head);
    }

    private FieldLog and(FieldLog other) {
        FieldLog both = new FieldLog(present);
        both.fields = fields.merge(other.fields);
        both.objects = objects.merge(other.objects);
        both.required = required;
        both.isOpen = isOpen || other.isOpen;
        return both;
    }

    private JsonSchema schema(LinkedHashSet<String> always) {
        LinkedHashMap<String, JsonSchema> all = fields.merge(objects.mapValues(log -> log.schema(log.single())));
        JsonSchema schema = JsonSchema.of("object").with("additionalProperties", isOpen).with("properties", all);
        JsonSchema requiring = always.isEmpty() ? schema : schema.with("required", always.toArray());
        return required.filter(names -> names.size() > 1)
                .foldLeft(requiring, (so, names) -> so.with("anyOf", names.map(name -> requiring(Array.of(name)))));
    }

    private static JsonSchema requiring(Seq<String> names) {
        return JsonSchema.ANY.with("required", names);
    }

    boolean has(String name) {
        asked = asked.add(name);
        return present.contains(name);
    }

    void field(String name, JsonSchema schema) {
        fields = fields.containsKey(name) ? fields : fields.put(name, schema);
    }

    FieldLog object(String name) {
        FieldLog object = objects.get(name).getOrElse(() -> new FieldLog(LinkedHashSet.empty()));
        object.isOpen = isOpen;
        objects = objects.put(name, object);
        return object;
    }

    void require(Seq<String> names) {
        required = required.add(names);
    }

    void rejected(String name, FailureCode code) {
        hasExcluded = hasExcluded || code == ServerCode.EXCLUDED_FIELD;
        if (code == ServerCode.MISSING_FIELD && !present.contains(name)) {
            require(Array.of(name));
        }
    }

    void open() {
        isOpen = true;
    }

    /** Records a parameter of the query. */
    public void parameter(String name, JsonSchema schema) {
        parameters = parameters.put(name, schema);
    }

    /** Returns how the body is read whose fields this log records. */
    public static Option<FieldLog> in(ObjectReader.Unknown unknown) {
        return unknown instanceof ObjectReader.Unknown.Described(FieldLog log) ? Option.some(log) : Option.none();
    }
}
