package dev.mandate.engine.build;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.ports.api.custody.BuildRefusal.FitsList;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Finds how many of a request's signers or destinations fit into one transaction. It builds the request with fewer of them. */
final class ListSizes {

    private final Function<BuildRequest, Option<BuildRefusal>> refusal;

    /** @param refusal why a request fits into no transaction */
    ListSizes(Function<BuildRequest, Option<BuildRefusal>> refusal) {
        this.refusal = refusal;
    }

    /** The request's longest list, and a function that makes the request with only the first entries of it. */
    private record Shortening(FitsList.Kind kind, int length, IntFunction<BuildRequest> first) {}

    /** {@code why}; a refusal for size also says how many entries fit, if a shorter list would help. */
    BuildRefusal explain(BuildRequest request, BuildRefusal why) {
        return why instanceof BuildRefusal.DoesNotFit(int bytes, int limit, var known)
                ? new BuildRefusal.DoesNotFit(bytes, limit, shortening(request).flatMap(this::fits))
                : why;
    }

    private Option<FitsList> fits(Shortening list) {
        int fits = 0;
        int tooMany = list.length();
        while (tooMany - fits > 1) {
            int tried = (fits + tooMany) >>> 1;
            if (refusal.apply(list.first().apply(tried)).exists(BuildRefusal.DoesNotFit.class::isInstance)) {
                tooMany = tried;
            } else {
                fits = tried;
            }
        }
        return fits > 0 && refusal.apply(list.first().apply(fits)).isEmpty()
                ? Option.some(new FitsList(list.kind(), list.length(), fits))
                : Option.none();
    }

    private static Option<Shortening> shortening(BuildRequest request) {
        return switch (request) {
            case BuildRequest.CreateAccount(var createKey, var payer, var terms, var options) ->
                Option.some(new Shortening(
                        FitsList.Kind.SIGNERS,
                        terms.signers().length(),
                        count -> new BuildRequest.CreateAccount(
                                createKey,
                                payer,
                                new Command.CreateAccount(
                                        terms.signers().take(count),
                                        terms.threshold(),
                                        terms.timeLock(),
                                        terms.admin(),
                                        terms.rentCollector()),
                                options)));
            case BuildRequest.ChangeSettings(var account, var edits, var authority, var leavers, var options) ->
                shortening(edits).map(list -> new Shortening(
                        FitsList.Kind.SIGNERS,
                        list.length(),
                        count -> new BuildRequest.ChangeSettings(
                                account, edits.map(edit -> first(edit, count)), authority, leavers, options)));
            case BuildRequest.AddLimit(var account, LimitTerms terms, var authority, var options) ->
                Option.some(ofTerms(
                        terms, fewer -> new BuildRequest.AddLimit(account, fewer, authority, options)));
            case BuildRequest.ReplaceLimit(var account, var limit, LimitTerms terms, var authority, var options) ->
                Option.some(ofTerms(
                        terms, fewer -> new BuildRequest.ReplaceLimit(account, limit, fewer, authority, options)));
            case BuildRequest.OnAccount other -> Option.none();
        };
    }

    private static Option<Array<Signer>> shortening(Array<SettingsEdit> edits) {
        return edits.flatMap(ListSizes::named).maxBy(Array::length);
    }

    private static Option<Array<Signer>> named(SettingsEdit edit) {
        return switch (edit) {
            case SettingsEdit.AddSigners(Array<Signer> signers) -> Option.some(signers);
            case SettingsEdit.ReplaceSigners(Array<Signer> signers) -> Option.some(signers);
            case SettingsEdit.RemoveSigner remove -> Option.none();
            case SettingsEdit.SetThreshold set -> Option.none();
            case SettingsEdit.SetTimeLock set -> Option.none();
            case SettingsEdit.SetRentCollector set -> Option.none();
        };
    }

    private static SettingsEdit first(SettingsEdit edit, int count) {
        return switch (edit) {
            case SettingsEdit.AddSigners(Array<Signer> signers) -> new SettingsEdit.AddSigners(signers.take(count));
            case SettingsEdit.ReplaceSigners(Array<Signer> signers) ->
                new SettingsEdit.ReplaceSigners(signers.take(count));
            case SettingsEdit.RemoveSigner same -> same;
            case SettingsEdit.SetThreshold same -> same;
            case SettingsEdit.SetTimeLock same -> same;
            case SettingsEdit.SetRentCollector same -> same;
        };
    }

    private static Shortening ofTerms(LimitTerms terms, Function<LimitTerms, BuildRequest> request) {
        boolean signers = terms.signers().length() > terms.destinations().length();
        return signers
                ? new Shortening(
                        FitsList.Kind.SPENDING_LIMIT_SIGNERS,
                        terms.signers().length(),
                        count -> request.apply(terms.withSigners(terms.signers().take(count))))
                : new Shortening(
                        FitsList.Kind.DESTINATIONS,
                        terms.destinations().length(),
                        count -> request.apply(terms.withDestinations(terms.destinations().take(count))));
    }
}
