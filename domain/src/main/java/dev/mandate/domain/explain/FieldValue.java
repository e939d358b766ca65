package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The value of a {@link Field}. */
public sealed interface FieldValue {

    /** An amount of SOL. */
    record Lamports(BaseUnits amount) implements FieldValue {}

    /**
     * An amount of tokens.
     *
     * @param mint none if it is not known
     * @param decimals places between the token and its base unit; none if they are not known
     */
    record TokenUnits(BaseUnits amount, Option<Address> mint, Option<Integer> decimals) implements FieldValue {}

    /** An unsigned number. */
    record Count(BaseUnits number) implements FieldValue {}

    /** A signed number. */
    record Signed(long number) implements FieldValue {}

    record Key(Address address) implements FieldValue {}

    record Text(String text) implements FieldValue {}

    record Raw(Bytes bytes) implements FieldValue {}

    record Flag(boolean set) implements FieldValue {}

    /** An optional value that is absent. */
    record Absent() implements FieldValue {}

    record Many(Array<FieldValue> values) implements FieldValue {}

    record Group(Array<Field> fields) implements FieldValue {}
}
