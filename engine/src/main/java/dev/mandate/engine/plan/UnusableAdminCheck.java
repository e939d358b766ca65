package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.query.EngineParts;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.AccountQuery;
import dev.mandate.ports.custody.AdminCheck;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Refuses an admin that can never sign, because the settings would be locked for good. A smart account can sign by a transaction. */
public final class UnusableAdminCheck {

    private final TransactionFormat format;
    private final ChainReader reader;
    private final AccountDirectory directory;
    private final AdminCheck check;

    public UnusableAdminCheck(EngineParts parts, ChainReader reader, AccountDirectory directory) {
        this.format = parts.format();
        this.reader = reader;
        this.directory = directory;
        this.check = parts.adminCheck();
    }

    /** The appointments; refused if an admin can never sign. With {@link AdminCheck#CALLER} the caller checks smart accounts, not the engine. */
    public Either<BuildRefusal, GrantedPowers> require(GrantedPowers appointments) {
        Array<Address> admins = appointments.admins();
        return admins
                .find(admin -> check == AdminCheck.ENGINE
                        && !format.canSign(admin)
                        && directory.find(admin).isEmpty())
                .<Either<BuildRefusal, GrantedPowers>>map(admin -> Either.left(new BuildRefusal.KeylessAdmin(admin)))
                .getOrElse(() -> admins.isEmpty() ? Either.right(appointments) : requireNoPrograms(appointments));
    }

    private Either<BuildRefusal, GrantedPowers> requireNoPrograms(GrantedPowers appointments) {
        Array<Address> admins = appointments.admins().distinct();
        return reader.snapshot(AccountQuery.ofAnyOwner(admins))
                .flatMap(found -> admins.find(admin -> found.owned().get(admin).exists(AccountData::executable))
                        .<Either<BuildRefusal, GrantedPowers>>map(
                                program -> Either.left(new BuildRefusal.KeylessAdmin(program)))
                        .getOrElse(() -> Either.right(appointments)));
    }
}
