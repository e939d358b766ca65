package dev.mandate.engine.names;

import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.tenant.NameListing;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** The names that a tenant keeps for addresses on one network, in the journal. */
public final class TenantNames implements NameListing {

    private static final EntityType<Replaced, Replaced> TYPE =
            EntityType.of("address-names", Replaced.class, Replaced.class, (before, next) -> next);

    /** The row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** A tenant has one list on each network. */
    private static final String ID = "all";

    private final Repository<Replaced, Replaced> lists;

    public TenantNames(TenantJournal journal) {
        this.lists = journal.own(TYPE);
    }

    /** Other names in place of all before. */
    private record Replaced(KeyLine by, Array<AddressName> names) {}

    @Override
    public Array<AddressName> listed() {
        return lists.find(ID).map(list -> list.state().names()).getOrElse(Array::empty);
    }

    @Override
    public void replace(KeyLine by, Array<AddressName> names) {
        if (names.length() > MOST) {
            throw new IllegalArgumentException("at most " + MOST + " names are kept");
        }
        var unused = lists.update(ID, before -> Either.<IllegalStateException, Seq<Replaced>>right(Array.of(new Replaced(by, names)))).get();
    }
}
