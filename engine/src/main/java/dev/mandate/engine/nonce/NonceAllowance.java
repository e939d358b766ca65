package dev.mandate.engine.nonce;

import dev.mandate.domain.review.GrantedRole.Holder;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.GrantedRole;
import dev.mandate.engine.intent.Intents;
import dev.mandate.engine.accounts.OwnAccounts;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.review.TransactionReview;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** The durable nonces of one tenant's accounts, by signed intents. */
public final class NonceAllowance implements NonceListing {

    private final EngineParts parts;
    private final OwnAccounts accounts;
    private final Intents intents;
    private final AllowedNonces nonces;
    private final Answers answers;

    public NonceAllowance(EngineParts parts, OwnAccounts accounts, Intents intents, AllowedNonces nonces) {
        this.parts = parts;
        this.accounts = accounts;
        this.intents = intents;
        this.nonces = nonces;
        this.answers = parts.journal().answers("nonce-answer");
    }

    @Override
    public Either<BuildRefusal, Seq<AllowedNonce>> of(Address account) {
        return parts.request(() -> accounts.complete(account).map(ref -> nonces.listed(account)));
    }

    @Override
    public Either<NonceRefusal, Address> allow(Address account, Address nonceAccount, SignedIntent intent, Retry retry) {
        return parts.request(() -> earlier(retry).getOrElse(() -> accounts.actingView(account)
                .<NonceRefusal>mapLeft(NonceRefusal.NotRead::new)
                .flatMap(view -> nonce(nonceAccount)
                        .flatMap(nonce -> BuildRefusal.unless(TransactionReview.nonceAuthority(
                                        nonceAccount, nonce.authority(), Option.some(view.value().settings().roster()))
                                .toArray()
                                .appendAll(TransactionReview.roles(Array.of(new GrantedRole(
                                        Role.NONCE_AUTHORITY,
                                        nonce.authority(),
                                        parts.format().canSign(nonce.authority()) ? Holder.KEY : Holder.KEYLESS))))
                                .map(BuildRefusal.Reviewed::new)))
                        .<NonceRefusal>mapLeft(NonceRefusal.Unfit::new)
                        .map(authority -> view))
                .flatMap(view -> decide("nonce_account_allow", view, nonceAccount, intent, retry, commit ->
                        nonces.allow(commit, account, nonceAccount)))));
    }

    private Either<BuildRefusal, DurableNonce> nonce(Address nonceAccount) {
        AccountQuery query = parts.format().nonceQuery(nonceAccount);
        return parts.chain()
                .agreeing()
                .accounts(Array.of(query))
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(found -> BuildRefusal.present(found, query))
                .flatMap(data -> parts.format()
                        .readNonce(nonceAccount, data)
                        .mapLeft(problem -> new BuildRefusal.UnexpectedAccount(nonceAccount, problem)));
    }

    @Override
    public Either<NonceRefusal, Address> withdraw(Address account, Address nonceAccount, SignedIntent intent, Retry retry) {
        return parts.request(() -> earlier(retry).getOrElse(() -> accounts.actingView(account)
                .<NonceRefusal>mapLeft(NonceRefusal.NotRead::new)
                .flatMap(view -> decide("nonce_account_withdraw", view, nonceAccount, intent, retry, commit ->
                        nonces.withdraw(commit, account, nonceAccount)))));
    }

    /** Spends the intent and makes the change in one commit, with the answer to a repetition. */
    private Either<NonceRefusal, Address> decide(
            String action, Agreed<AccountView> view, Address nonceAccount, SignedIntent intent, Retry retry, Function<Commit, Either<NonceRefusal, Commit>> change) {
        return intents.verify(
                        view,
                        IntentTerms.of(action).with("nonce_account", nonceAccount.toString()),
                        new IntentAuthority.ThresholdOrAdmin(),
                        intent)
                .<NonceRefusal>mapLeft(NonceRefusal.ByIntent::new)
                .flatMap(verified -> parts.journal().<Either<NonceRefusal, Address>, Address>commit(() -> earlier(retry)
                                .toEither(() -> accounts.acting(view.value().ref().address(), Commit.at(parts.clock().now()))
                                        .<NonceRefusal>mapLeft(NonceRefusal.NotRead::new)
                                        .flatMap(commit -> intents.spend(commit, verified).mapLeft(NonceRefusal.ByIntent::new))
                                        .flatMap(change))
                                .swap()
                                .flatMap(decided -> decided
                                        .map(commit -> new Decision<>(answers.add(commit, retry, nonceAccount.toString()), nonceAccount))
                                        .mapLeft(Either::left)))
                        .fold(known -> known, Either::right));
    }

    /** The answer recorded under this idempotency key. */
    private Option<Either<NonceRefusal, Address>> earlier(Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new NonceRefusal.KeyReused()));
            case Earlier.Same(String nonceAccount) -> Option.some(Either.right(Address.of(nonceAccount)));
        };
    }
}
