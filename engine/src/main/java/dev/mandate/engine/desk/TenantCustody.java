package dev.mandate.engine.desk;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.SignatureStatus;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.custody.TransactionView;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Custody of one tenant's own accounts on one network: whatever else the engine knows is an unknown account here. */
final class TenantCustody implements Custody {

    private final Post post;
    private final Tenant tenant;

    TenantCustody(Post post, Tenant tenant) {
        this.post = post;
        this.tenant = tenant;
    }

    /** The account, if it is theirs on this network. */
    Either<BuildRefusal, AccountRef> own(Address account) {
        return post.holdings()
                .find(tenant, post.network(), account)
                .map(HeldAccount::ref)
                .toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    @Override
    public Either<BuildRefusal, BuiltTransaction> build(BuildRequest request) {
        return requireOwn(request)
                .flatMap(this::requireAbleAdmin)
                .flatMap(asked -> post.custody().build(asked))
                .flatMap(this::requireOwnPayer)
                .peek(built -> claim(request, built));
    }

    private Either<BuildRefusal, BuildRequest> requireOwn(BuildRequest request) {
        return switch (request) {
            case BuildRequest.OnAccount onAccount -> own(onAccount.account()).map(ref -> request);
            case BuildRequest.CreateAccount create -> Either.right(request);
        };
    }

    private Either<BuildRefusal, BuildRequest> requireAbleAdmin(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount create ->
                requireAble(create.terms().admin()).map(admin -> request);
            case BuildRequest.HandOverAdmin handOver -> requireAble(handOver.next()).map(admin -> request);
            case BuildRequest.OnAccount other -> Either.right(request);
        };
    }

    /** A smart account may be admin if it is theirs: that it is somebody else's would be told by letting it pass. */
    Either<BuildRefusal, AdminControl> requireAble(AdminControl admin) {
        return admin instanceof AdminControl.HeldBy(Address holder)
                        && !post.format().canSign(holder)
                        && own(holder).isLeft()
                ? Either.left(new BuildRefusal.NoKeyFor(holder))
                : Either.right(admin);
    }

    /** The operator's key signs for nobody. */
    private Either<BuildRefusal, BuiltTransaction> requireOwnPayer(BuiltTransaction built) {
        return built.unsigned()
                .signers()
                .find(post.operators()::contains)
                .<Either<BuildRefusal, BuiltTransaction>>map(
                        operator -> Either.left(new BuildRefusal.PayerCannotSign(operator)))
                .getOrElse(() -> Either.right(built));
    }

    private void claim(BuildRequest request, BuiltTransaction built) {
        if (request instanceof BuildRequest.CreateAccount) {
            built.account().forEach(this::claim);
        }
    }

    private void claim(AccountRef account) {
        post.holdings().claim(tenant, post.network(), account, HeldAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountRef> register(Address settingsAddress) {
        return look(settingsAddress).peek(this::claim);
    }

    /** The account whose settings are there, which does not become theirs by this. */
    Either<BuildRefusal, AccountRef> look(Address settingsAddress) {
        return post.custody().register(settingsAddress);
    }

    /** Adds an account that others made to a commit, as one of theirs; it must not be theirs already. */
    Commit holding(Commit commit, AccountRef account) {
        return post.holdings().add(commit, tenant, post.network(), account, HeldAccount.Origin.IMPORTED);
    }

    @Override
    public Either<BuildRefusal, AccountView> account(Address account) {
        return own(account).flatMap(ref -> post.custody().account(account));
    }

    @Override
    public Either<BuildRefusal, TransactionView> transaction(Address account, long index) {
        return own(account).flatMap(ref -> post.custody().transaction(account, index));
    }

    @Override
    public Either<BuildRefusal, TransactionPage> transactions(Address account, Option<Long> before, int limit) {
        return own(account).flatMap(ref -> post.custody().transactions(account, before, limit));
    }

    @Override
    public Either<BuildRefusal, Seq<TokenBalance>> balances(Address account) {
        return own(account).flatMap(ref -> post.custody().balances(account));
    }

    @Override
    public Either<BuildRefusal, TransferPage> transfers(Address account, TransferQuery query) {
        return own(account).flatMap(ref -> post.custody().transfers(account, query));
    }

    @Override
    public Either<BuildRefusal, Seq<LimitView>> limits(Address account) {
        return own(account).flatMap(ref -> post.custody().limits(account));
    }

    /** Nothing leaves this way: what a desk takes to the chain goes by its own submission, which looks at it first. */
    @Override
    public Either<SubmitRefusal, Signature> submit(Bytes transaction) {
        return Either.left(new SubmitRefusal.BadTransaction("it must be submitted for an account"));
    }

    @Override
    public Either<BuildRefusal.ChainSilent, Option<SignatureStatus>> status(Signature signature) {
        return post.custody().status(signature);
    }
}
