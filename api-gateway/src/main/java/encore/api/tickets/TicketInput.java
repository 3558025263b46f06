package encore.api.tickets;

import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.problems.Ids;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ticket as any of the calls gives it, and its conversion into a command's {@link TicketSale}. */
interface TicketInput {

    String firstName();

    String lastName();

    String email();

    Instant purchaseTimestamp();

    BigDecimal paidAmount();

    Long numSeats();

    String eventDate();

    String eventName();

    @Nullable
    String phone();

    @Nullable
    String customerKey();

    @Nullable
    String ticketKey();

    @Nullable
    String priceCode();

    @Nullable
    Boolean isSubscribed();

    @Nullable
    Boolean isPhoneSubscribed();

    @Nullable
    String city();

    @Nullable
    String province();

    @Nullable
    String postalCode();

    @Nullable
    String countryCode();

    @Nullable
    String artistName();

    @Nullable
    String venueName();

    @Nullable
    default String venueProvince() {
        return null;
    }

    @Nullable
    default String venueCountryCode() {
        return null;
    }

    @Nullable
    String eventKey();

    @Nullable
    String network();

    @Nullable
    String orderKey();

    @Nullable
    Boolean isDeleted();

    @Nullable
    default String fanSource() {
        return null;
    }

    default TicketSale toSale(long account) {
        String country = Countries.code(countryCode());
        return new TicketSale(
                new TicketId(account, Ids.uid()),
                new FanId(account, Ids.number()),
                new TicketEventId(account, Ids.uid()),
                details(),
                new TicketBuyer(
                        Contacts.email(email()), customerKey(), null, country, province(), city(), postalCode()),
                profile(country),
                ConsentBuilder.builder()
                        .optedInBusinesses(List.of())
                        .optedOutBusinesses(List.of())
                        .isSubscribed(isSubscribed())
                        .isPhoneSubscribed(isPhoneSubscribed())
                        .build());
    }

    private TicketDetails details() {
        return TicketDetailsBuilder.builder()
                .network(network())
                .ticketKey(ticketKey() == null ? Ids.uid() : ticketKey())
                .eventKey(eventKey())
                .eventName(eventName())
                .eventDate(EventDateParser.parse(eventDate()))
                .venueName(venueName())
                .venueProvince(venueProvince())
                .venueCountryCode(venueCountryCode())
                .artistName(artistName())
                .purchaseTimestamp(purchaseTimestamp())
                .paidAmount(paidAmount())
                .numSeats(numSeats())
                .priceCode(priceCode())
                .orderKey(orderKey())
                .isDeleted(isDeleted())
                .build();
    }

    private Profile profile(@Nullable String country) {
        return ProfileBuilder.builder()
                .firstName(firstName())
                .lastName(lastName())
                .email(Contacts.email(email()))
                .phone(Contacts.phone(phone(), country))
                .countryCode(country)
                .province(province())
                .city(city())
                .postalCode(postalCode())
                .fanSource(fanSource())
                .build();
    }
}
