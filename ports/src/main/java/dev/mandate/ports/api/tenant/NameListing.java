package dev.mandate.ports.api.tenant;

import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import io.vavr.collection.Array;

/** The names that a tenant keeps for addresses on a network. Explanations show them beside the addresses; nothing else depends on them. */
public interface NameListing {

    /** The most names that are kept. */
    int MOST = 1_000;

    /** The present names, in the order in which they were given. */
    Array<AddressName> listed();

    /** The same by address. */
    default AddressNames names() {
        return AddressNames.of(listed());
    }

    /**
     * Replaces all names.
     *
     * @param by the key by which it is ordered, for the record
     * @param names at most {@link #MOST}
     */
    void replace(KeyLine by, Array<AddressName> names);
}
