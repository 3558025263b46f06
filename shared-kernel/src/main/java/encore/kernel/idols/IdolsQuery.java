package encore.kernel.idols;

import encore.kernel.NameKey;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
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
     * @param name words of their names, or beginnings of words; null for any
     * @param label one that they have; null for any
     */
    record SearchIdols(
            long account, @Nullable String name, @Nullable String label, Paging.NextKey paging)
            implements IdolsQuery<Page<Idol.Managed>> {}

    /** One idol; any other is refused as unknown. */
    record FindIdol(long account, String idolUid) implements IdolsQuery<Idol.Managed> {}

    /** Asks for the idols of other features' rows, in any order; what is not there is left out. */
    record FindSomeIdols(long account, List<String> idolUids) implements IdolsQuery<List<Idol>> {
        public FindSomeIdols {
            idolUids = List.copyOf(idolUids);
        }
    }

    /** Asks for what idol events show of some idols, in any order; what is not there is left out. */
    record FindIdolsOfEvents(long account, List<String> idolUids) implements IdolsQuery<List<IdolOfEvent>> {
        public FindIdolsOfEvents {
            idolUids = List.copyOf(idolUids);
        }
    }

    /**
     * Which of some names are names of idols.
     *
     * @param nameKeys as names are compared
     */
    record FindKnownIdols(long account, Set<String> nameKeys) implements IdolsQuery<KnownIdols> {
        public FindKnownIdols {
            nameKeys = Set.copyOf(nameKeys);
        }

        public static FindKnownIdols named(long account, Stream<@Nullable String> names) {
            return new FindKnownIdols(
                    account,
                    names.filter(Objects::nonNull)
                            .map(name -> NameKey.of(name).text())
                            .collect(Collectors.toUnmodifiableSet()));
        }
    }

    /** Asks for the uids of the idols in whose names these words are, or begin. */
    record FindIdolsCalled(long account, String words) implements IdolsQuery<List<String>> {}

    /** Refuses, naming the parameter, what neither is nor was an idol. */
    record RequireIdol(long account, String idolUid, String parameter) implements IdolsQuery<IdolUid> {}
}
