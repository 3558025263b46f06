package encore.query.search;

import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.ActiveDays;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.search.FanCriteria.Snapshots;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.search.FanFilter;
import encore.kernel.search.TicketCriteria;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the criteria of a search. */
final class CriteriaBuilder {

    @Nullable
    String name;

    @Nullable
    String source;

    @Nullable
    String gender;

    @Nullable
    LocalDate createdFrom;

    @Nullable
    LocalDate createdTo;

    @Nullable
    Integer youngest;

    @Nullable
    Integer oldest;

    List<FanFilter> only = List.of();
    List<FanFilter> notOnly = List.of();
    List<String> provinces = List.of();
    List<String> postalCodes = List.of();
    List<String> metroAreas = List.of();

    @Nullable
    Integer rating;

    FanCriteria.@Nullable Radius radius;
    List<String> networks = List.of();
    ActiveDays active = ActiveDays.ANY;
    LabelCriteria tags = LabelCriteria.ANY;
    LabelCriteria idols = LabelCriteria.ANY;
    TicketCriteria tickets = TicketCriteria.ANY;
    Snapshots snapshots = Snapshots.ANY;

    FanCriteria said() {
        return FanCriteriaBuilder.builder()
                .only(only)
                .notOnly(notOnly)
                .provinces(provinces)
                .postalCodes(postalCodes)
                .metroAreas(metroAreas)
                .networks(networks)
                .active(active)
                .tags(tags)
                .idols(idols)
                .tickets(tickets)
                .snapshots(snapshots)
                .name(name)
                .source(source)
                .gender(gender)
                .createdFrom(createdFrom)
                .createdTo(createdTo)
                .youngest(youngest)
                .oldest(oldest)
                .rating(rating)
                .radius(radius)
                .build();
    }
}
