package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.AccountRef;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The accounts for which an owner may submit. */
public interface OwnAccounts {

    /** The account, if the owner has it. */
    Option<AccountRef> find(Address account);

    /** One of these accounts as read from the chain now. */
    Either<BuildRefusal, AccountView> view(AccountRef account);
}
