import { RoomPage } from '../../print/RoomPages.tsx';

/** Seat maps and sign-in sheets of rooms (domain section 5). */
export default function Page() {
  return <RoomPage page="roomSeat" first={['seatMap', 'signSheet']} />;
}
