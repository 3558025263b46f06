package encore.api.venues;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.contacts.Countries;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueId;
import encore.kernel.venues.VenueQuery.FindVenue;
import encore.kernel.venues.VenueQuery.ListVenues;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the venues of an account. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/venues")
class VenuesController {

    private static final int ROWS = 500;

    record One(@Size(max = 64) String venueUid) {}

    /** The details of a venue except its name, which adding requires and changing does not. */
    record Details(
            @Description("HTML. It is answered as it was given.") @Nullable @Size(max = 4_000)
            String displayVenueName,

            @Nullable String city,
            @Nullable String province,
            @Format(Format.COUNTRY) @Nullable String countryCode,
            @Nullable String metroArea,
            @Nullable ZoneId timezone,
            ClearedComponents cleared) {

        VenueDetails details(@Nullable String venueName) {
            return DetailsMapper.MAPPER.details(this, venueName);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new VenuesController$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        @Mapping(target = "countryCode", qualifiedByName = "country")
        VenueDetails details(Details input, @Nullable String venueName);

        @Named("country")
        default @Nullable String country(@Nullable String given) {
            return Countries.code(given);
        }
    }

    record Add(@NotBlank @Size(max = 255) String venueName) {}

    record Change(
            @Size(max = 64) String venueUid,

            @Description("Cannot be cleared.") @Nullable @Size(max = 255)
            String venueName,

            ClearedComponents cleared) {}

    private final Backend backend;

    VenuesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the venues, oldest first")
    @GetMapping
    ListOrPage<Venue> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new ListVenues(caller.account(), page)));
    }

    @Description("Finds a venue")
    @GetMapping("/{venue_uid}")
    Mono<Venue> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindVenue(caller.account(), in.venueUid()));
    }

    @Description("Adds a venue")
    @PostMapping
    Mono<Venue> add(Caller caller, @Params Add in, @Params Details details) {
        var venue = new VenueId(caller.account(), Ids.uid());
        return backend.send(caller, new AddVenue(venue, details.details(in.venueName())));
    }

    @Description("Changes a venue")
    @PostMapping("/{venue_uid}")
    Mono<Venue> change(Caller caller, @Params Change in, @Params Details details) {
        var venue = new VenueId(caller.account(), in.venueUid());
        var change = in.cleared().union(details.cleared()).toPatch(details.details(in.venueName()));
        return backend.send(caller, new ChangeVenue(venue, change));
    }

    @Description("Removes a venue; its performances and idol events have no venue any more")
    @DeleteMapping("/{venue_uid}")
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveVenue(new VenueId(caller.account(), in.venueUid())))
                .thenReturn(true);
    }
}
