package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.tenant.SignerRole;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/** What a tenant's client called the signers of its accounts when it ordered them, in the journal. No rule reads it. */
final class SignerRoles {

    private static final EntityType<Roles, Named> TYPE =
            EntityType.once("signer-roles", Roles.class, Named.class, named -> new Roles(named.roles()));

    static final Projection PROJECTION = TYPE.projection();

    private final Repository<Roles, Named> roles;

    SignerRoles(TenantJournal journal) {
        this.roles = journal.own(TYPE);
    }

    private record Role(Address signer, String word) {}

    private record Roles(Array<Role> roles) {}

    private record Named(Array<Role> roles) {}

    /** The roles in the account, by the signers' addresses; empty if none were named. */
    Map<Address, SignerRole> of(Address account) {
        return roles.find(account.toString())
                .map(Entity::state)
                .map(known -> known.roles().toMap(Role::signer, role -> new SignerRole(role.word())))
                .getOrElse(LinkedHashMap.empty());
    }

    /** Adds the roles in a new account to a commit. */
    Commit add(Commit commit, Address account, Map<Address, SignerRole> named) {
        return named.isEmpty()
                ? commit
                : roles.begin(
                        commit,
                        account.toString(),
                        new Named(named.toArray().map(role -> new Role(role._1, role._2.word()))));
    }
}
