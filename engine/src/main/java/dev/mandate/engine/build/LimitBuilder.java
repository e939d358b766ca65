package dev.mandate.engine.build;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.RequestedTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.plan.Draft;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Builds the creation, removal and replacement of spending limits, by vote or by the admin. */
final class LimitBuilder {

    private final SmartAccountProgram program;
    private final TokenMoves tokenMoves;
    private final ChainReader reader;
    private final RequestedAddresses requested;
    private final VotePath votePath;
    private final SettingsBuilder settings;

    LimitBuilder(
            EngineParts parts,
            ChainReader reader,
            VotePath votePath,
            SettingsBuilder settings) {
        this.program = parts.program();
        this.tokenMoves = new TokenMoves(parts, reader);
        this.reader = reader;
        this.requested = new RequestedAddresses(parts);
        this.votePath = votePath;
        this.settings = settings;
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.AddLimit request) {
        return chains(request.terms()).flatMap(terms -> reader.locate(request.account()).flatMap(ref -> {
            Address limit = program.limitAddress(ref, terms.createKey());
            return reader.load(request.account(), Array.empty(), Array.of(limit), requested.of(request))
                    .flatMap(loaded -> requireGrantable(loaded, terms))
                    .flatMap(loaded -> change(
                            loaded,
                            Array.of(new SettingsAction.AddSpendingLimit(limit, terms)),
                            request.authority(),
                            request.options()))
                    .map(draft -> draft.about(draft.subject().making(limit)));
        }));
    }

    /** The terms of the chain. Here is no vault for what the chain cannot keep. */
    private static Either<BuildRefusal, LimitTerms> chains(RequestedTerms asked) {
        return switch (asked) {
            case LimitTerms terms -> Either.right(terms);
            case PolicyTerms terms -> terms.withoutEngine().toEither(BuildRefusal.NoVault::new);
        };
    }

    Either<BuildRefusal, Draft> draft(BuildRequest.RemoveLimit request) {
        return reader.load(request.account(), Array.empty(), Array.of(request.limit()))
                .flatMap(loaded -> change(
                        loaded,
                        Array.of(new SettingsAction.RemoveSpendingLimit(request.limit())),
                        request.authority(),
                        request.options()));
    }

    /** Adds the new limit first: after a removal the program cannot create another in the same change. */
    Either<BuildRefusal, Draft> draft(BuildRequest.ReplaceLimit request) {
        return chains(request.terms()).flatMap(terms -> reader.locate(request.account()).flatMap(ref -> {
            Address limit = program.limitAddress(ref, terms.createKey());
            return reader.load(request.account(), Array.empty(), Array.of(limit, request.limit()), requested.of(request))
                    .flatMap(loaded -> requireNew(loaded, request.limit(), terms))
                    .flatMap(loaded -> requireGrantable(loaded, terms))
                    .flatMap(loaded -> change(
                            loaded,
                            Array.of(
                                    new SettingsAction.AddSpendingLimit(limit, terms),
                                    new SettingsAction.RemoveSpendingLimit(request.limit())),
                            request.authority(),
                            request.options()))
                    .map(draft -> draft.about(draft.subject().making(limit)));
        }));
    }

    /** Refuses a replacement by equal terms. Its only effect would be that the amount already spent no longer counts. */
    private static Either<BuildRefusal, LoadedAccount> requireNew(LoadedAccount loaded, Address replaced, LimitTerms terms) {
        return loaded.account().limits().get(replaced).exists(old -> old.terms().grantTheSameAs(terms))
                ? Either.left(new BuildRefusal.Forbidden(
                        new Refusal.SettingsRefused(new SettingsRefusal.NothingToChange())))
                : Either.right(loaded);
    }

    /** The account; refused if a limit with these terms cannot be created, or its tokens cannot be moved. */
    private Either<BuildRefusal, LoadedAccount> requireGrantable(LoadedAccount loaded, LimitTerms terms) {
        return SpendingLimit.open(terms, loaded.now())
                .<BuildRefusal>mapLeft(bad -> new BuildRefusal.Forbidden(new Refusal.NotSpent(bad)))
                .flatMap(open -> BuildRefusal.unless(tokenMoves.toLimit(loaded, terms)))
                .map(fine -> loaded);
    }

    private Either<BuildRefusal, Draft> change(
            LoadedAccount loaded, Array<SettingsAction> actions, Authority authority, BuildOptions options) {
        return switch (authority) {
            case Authority.Vote(Array<Address> signers) ->
                settings.requireNoAdmin(loaded)
                        .flatMap(open -> votePath.draft(
                                loaded, new TransactionContent.SettingsChange(actions), signers, Array.empty(), options));
            case Authority.Admin admin ->
                settings.adminDraft(
                        loaded,
                        options,
                        (by, payer) -> SettingsBuilder.steps(
                                actions, by, payer, loaded.settings().rentCollector(), options));
        };
    }
}
