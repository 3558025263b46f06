package encore.kernel.idols;

import encore.kernel.NameKey;
import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about idols. */
public sealed interface IdolsQuery<R> extends Query<R> {

    /**
     * An account's idols in order of creation.
     *
     * @param name words of the name, or beginnings of words; null for any
     * @param label a label that the idols have; null for any
     */
    record SearchIdols(
            long account, @Nullable String name, @Nullable String label, Paging.NextKey paging)
            implements IdolsQuery<Page<Idol.Managed>> {}

    /** One idol; any other is refused as unknown. */
    record FindIdol(long account, String idolUid) implements IdolsQuery<Idol.Managed> {}

    /** Idols by uid for the rows of other features, in any order. Unknown uids are left out. */
    record FindSomeIdols(long account, List<String> idolUids) implements IdolsQuery<List<Idol>> {
        public FindSomeIdols {
            idolUids = List.copyOf(idolUids);
        }
    }

    /** The data of idols that their events show, in any order. Unknown uids are left out. */
    record FindIdolsOfEvents(long account, List<String> idolUids) implements IdolsQuery<List<IdolSummary>> {
        public FindIdolsOfEvents {
            idolUids = List.copyOf(idolUids);
        }
    }

    /**
     * The ones among some names that an idol of the account has.
     *
     * @param nameKeys texts of {@link NameKey}s
     */
    record FindKnownIdols(long account, Set<String> nameKeys) implements IdolsQuery<KnownIdols> {
        public FindKnownIdols {
            nameKeys = Set.copyOf(nameKeys);
        }

        public static FindKnownIdols ofNames(long account, Stream<@Nullable String> names) {
            return new FindKnownIdols(
                    account,
                    names.filter(Objects::nonNull)
                            .map(name -> NameKey.compared(name).text())
                            .collect(Collectors.toUnmodifiableSet()));
        }
    }

    /** The uids of the idols whose names contain these words, or words that begin with them. */
    record FindIdolsCalled(long account, String words) implements IdolsQuery<List<String>> {}

    /** Checks that an idol exists or existed. Any other uid is refused as a wrong value of the parameter. */
    record RequireIdol(long account, String idolUid, String parameter) implements IdolsQuery<IdolUid> {}
}
